/** Kinds of reminders (`sys_remind.kind`) by the group that a person may switch off. */
const KINDS = {
  result: ['flow-2', 'flow-3', 'flow-4'],
  task: ['flow-task'],
  urge: ['flow-urge'],
  due: ['flow-due'],
  copy: ['flow-cc'],
  delegate: ['flow-delegate'],
  business: ['effect', 'remind'],
} as const;

export type ReminderGroup = keyof typeof KINDS;
export const REMINDER_GROUP_KEYS = Object.keys(KINDS) as ReminderGroup[];

/** The group of a kind; null for a kind that cannot be switched off. */
export const reminderGroupOf = (kind: string): ReminderGroup | null =>
  REMINDER_GROUP_KEYS.find((group) => (KINDS[group] as readonly string[]).includes(kind)) ?? null;
