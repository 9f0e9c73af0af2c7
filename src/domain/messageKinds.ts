/** How a message is delivered to a person: inside the product, by mail, or by a group-chat robot. */
export type DeliveryMethod = 'site' | 'mail' | 'group';
export const DELIVERY_METHODS: readonly DeliveryMethod[] = ['site', 'mail', 'group'];
export const DELIVERY_METHOD_TITLES: Readonly<Record<DeliveryMethod, string>> = {
  site: '站内',
  mail: '邮件',
  group: '群机器人',
};

/** What a message is about. A configured channel (group-chat robot, webhook, mail) gets the topics chosen for it. */
export type Topic = 'task' | 'remind' | 'mail' | 'notice' | 'alarm' | 'test';
export const TOPIC_NAMES: Readonly<Record<Topic, string>> = {
  task: '新的待办',
  remind: '个人提醒',
  mail: '站内邮件',
  notice: '通知公告',
  alarm: '系统告警',
  test: '试发',
};

interface MessageKind {
  title: string;
  topic: Topic;
  /** The reminder kinds (`sys_remind.kind`) of this message kind. */
  reminders: readonly string[];
  /**
   * True if the product shows the message elsewhere in any case (to-do list, inbox, notices), so that `site` cannot be
   * chosen.
   */
  isShownAnyway?: boolean;
  /** True if the message is about a task of its receiver, so that its link opens the record as a to-do (TC-002). */
  isAboutTask?: boolean;
  /** The default delivery methods, used unless the administrator or the person has chosen others. */
  ways: readonly DeliveryMethod[];
}

/** Every kind of message to people. */
export const MESSAGE_KINDS = {
  todo: {
    title: '新的待办',
    topic: 'task',
    reminders: [],
    isShownAnyway: true,
    isAboutTask: true,
    ways: ['mail', 'group'],
  },
  task: {
    title: '转办、委派、加签给我',
    topic: 'remind',
    reminders: ['flow-task'],
    isAboutTask: true,
    ways: ['site', 'group'],
  },
  urge: {
    title: '催办',
    topic: 'remind',
    reminders: ['flow-urge'],
    isAboutTask: true,
    ways: ['site', 'mail', 'group'],
  },
  due: {
    title: '待办将到期或已超时',
    topic: 'remind',
    reminders: ['flow-due'],
    isAboutTask: true,
    ways: ['site', 'mail', 'group'],
  },
  result: {
    title: '申请的结果',
    topic: 'remind',
    reminders: ['flow-2', 'flow-3', 'flow-4'],
    ways: ['site', 'mail', 'group'],
  },
  copy: { title: '抄送给我', topic: 'remind', reminders: ['flow-cc'], ways: ['site', 'mail', 'group'] },
  delegate: { title: '代办委托', topic: 'remind', reminders: ['flow-delegate'], ways: ['site', 'group'] },
  mention: { title: '讨论中提到我', topic: 'remind', reminders: ['mention'], ways: ['site', 'mail'] },
  review: {
    title: '文档批注与复核',
    topic: 'remind',
    reminders: ['doc-comment', 'doc-review'],
    ways: ['site', 'mail'],
  },
  business: { title: '业务提醒', topic: 'remind', reminders: ['effect', 'remind'], ways: ['site', 'group'] },
  subscription: { title: '数据订阅', topic: 'remind', reminders: ['subscription'], ways: ['site', 'mail'] },
  mail: { title: '收到邮件', topic: 'mail', reminders: [], isShownAnyway: true, ways: ['group'] },
  notice: { title: '通知公告', topic: 'notice', reminders: [], isShownAnyway: true, ways: ['group'] },
  system: { title: '系统告警', topic: 'alarm', reminders: ['system'], ways: ['site', 'mail', 'group'] },
} as const satisfies Record<string, MessageKind>;

export type MessageKindKey = keyof typeof MESSAGE_KINDS;
export const MESSAGE_KIND_KEYS = Object.keys(MESSAGE_KINDS) as MessageKindKey[];

const messageKind = (key: MessageKindKey): MessageKind => MESSAGE_KINDS[key];

/**
 * Returns the message kind to which a reminder kind belongs. Returns null if it belongs to none; such a reminder cannot
 * be switched off.
 */
export const kindOfReminder = (reminderKind: string): MessageKindKey | null =>
  MESSAGE_KIND_KEYS.find((key) => messageKind(key).reminders.includes(reminderKind)) ?? null;

/** Returns true if messages of this kind are about a task of their receiver. False for null or an unknown kind. */
export const isAboutTask = (key: string | null): boolean =>
  MESSAGE_KIND_KEYS.some((known) => known === key && messageKind(known).isAboutTask === true);

/** Returns the delivery methods that can be chosen for a message kind. */
export const offeredMethods = (key: MessageKindKey): readonly DeliveryMethod[] =>
  DELIVERY_METHODS.filter((method) => method !== 'site' || !messageKind(key).isShownAnyway);

/**
 * Returns those of the delivery methods in `methods` that can be chosen for the kind; null if `methods` is not a list.
 */
export const validMethods = (key: MessageKindKey, methods: unknown): DeliveryMethod[] | null =>
  Array.isArray(methods) ? offeredMethods(key).filter((method) => methods.includes(method)) : null;

/**
 * Returns the delivery methods of a message of this kind to a person: the person's choice (`personal`), else the
 * administrator's choice for all people (`general`), else the default. Both choices are lists of methods by message
 * kind.
 */
export const chosenMethods = (
  key: MessageKindKey,
  personal: Readonly<Record<string, unknown>>,
  general: Readonly<Record<string, unknown>>,
): readonly DeliveryMethod[] =>
  validMethods(key, personal[key]) ?? validMethods(key, general[key]) ?? messageKind(key).ways;

/** Returns true for a time of the day, `HH:MM`. */
export const isTimeOfDay = (text: unknown): text is string =>
  typeof text === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/**
 * Returns the end of the quiet period that contains `now`; null if `now` is in none. A period such as 22:00 to 07:00
 * passes midnight. If `from` or `to` is invalid, or both are equal, there is no quiet period.
 */
export function quietUntil(from: unknown, to: unknown, now: Date): Date | null {
  if (!isTimeOfDay(from) || !isTimeOfDay(to) || from === to) return null;
  const time = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
  const isQuiet = from < to ? time >= from && time < to : time >= from || time < to;
  if (!isQuiet) return null;
  const end = new Date(now);
  const [hours = 0, minutes = 0] = to.split(':').map(Number);
  end.setHours(hours, minutes, 0, 0);
  if (end <= now) end.setDate(end.getDate() + 1);
  return end;
}
