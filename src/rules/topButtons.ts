/** SC-008, OD-042: what a button above a sub-table can do by itself. The vocabulary is closed; plugins add actions of their own names. */
export const TOP_EVENTS = [
  'add',
  'outsideAdd',
  'importData',
  'exportData',
  'downloadTemplate',
  'copy',
  'remove',
  'clear',
  'saveAll',
  'refresh',
  'fillDown',
] as const;

export type TopEvent = (typeof TOP_EVENTS)[number];

/** The configuration keys of the same meaning are taken as names of it. */
const ALIASES: Readonly<Record<string, TopEvent>> = { commonAdd: 'add', exportAdd: 'importData' };

/** The event a button's `eventType` means; null for an unknown one. */
export function topEventOf(eventType: string): TopEvent | null {
  const name = Object.hasOwn(ALIASES, eventType) ? (ALIASES[eventType] as TopEvent) : eventType;
  return TOP_EVENTS.find((event) => event === name) ?? null;
}

export interface TopButtonsConfig {
  topOpBtns?: readonly { eventType: string }[];
}

/** Does a button above the table stand for this event? */
export const hasTopButton = ({ topOpBtns }: TopButtonsConfig, event: TopEvent): boolean =>
  (topOpBtns ?? []).some(({ eventType }) => topEventOf(eventType) === event);
