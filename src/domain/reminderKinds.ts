/** Groups of reminders that a person may do without, with the kinds (`sys_remind.kind`) that belong to each. */
export const REMINDER_GROUPS = {
  result: { title: '申请的结果', kinds: ['flow-2', 'flow-3', 'flow-4'] },
  task: { title: '转办、委派、加签给我', kinds: ['flow-task'] },
  urge: { title: '催办', kinds: ['flow-urge'] },
  due: { title: '待办将到期或已超时', kinds: ['flow-due'] },
  copy: { title: '抄送给我', kinds: ['flow-cc'] },
  delegate: { title: '代办委托', kinds: ['flow-delegate'] },
  business: { title: '业务提醒', kinds: ['effect', 'remind'] },
} as const;

export type ReminderGroup = keyof typeof REMINDER_GROUPS;
export const REMINDER_GROUP_KEYS = Object.keys(REMINDER_GROUPS) as ReminderGroup[];

/** The group of a kind; null: of none, and so never left out. */
export const reminderGroupOf = (kind: string): ReminderGroup | null =>
  REMINDER_GROUP_KEYS.find((group) => (REMINDER_GROUPS[group].kinds as readonly string[]).includes(kind)) ?? null;
