/**
 * SC-008, OD-042: the built-in events of buttons above a sub-table. The list is closed; plugins add actions under other
 * names.
 */
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

/** Other accepted names of events: properties of a sub-table node that enable the same operations. */
const EVENT_ALIASES: Readonly<Record<string, TopEvent>> = { commonAdd: 'add', exportAdd: 'importData' };

/** Returns the event that `eventType` names; null for an unknown one. */
export function topEventOf(eventType: string): TopEvent | null {
  const name = Object.hasOwn(EVENT_ALIASES, eventType) ? (EVENT_ALIASES[eventType] as TopEvent) : eventType;
  return TOP_EVENTS.find((event) => event === name) ?? null;
}

/** The buttons above a sub-table. */
export interface TopButtonsConfig {
  topOpBtns?: readonly { eventType: string }[];
}

/** Returns true if a button above the table triggers this event. */
export const hasTopButton = ({ topOpBtns }: TopButtonsConfig, event: TopEvent): boolean =>
  (topOpBtns ?? []).some(({ eventType }) => topEventOf(eventType) === event);
