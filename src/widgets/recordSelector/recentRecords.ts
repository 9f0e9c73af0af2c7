import type { RecordChoice } from './recordChoice.ts';

/** Maximum number of stored records: about one line of the dialog. */
const MAX_RECENT = 8;

const keyOf = (userId: string, formKey: string): string => `recentRecords:${userId}:${formKey}`;

const isChoice = (item: unknown): item is RecordChoice =>
  typeof (item as RecordChoice | null)?.id === 'string' && typeof (item as RecordChoice).title === 'string';

/** Returns the records of a form that the user chose recently, newest first; empty if the browser has no storage. */
export function recentRecords(userId: string, formKey: string): RecordChoice[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(userId, formKey)) ?? '[]');
    return Array.isArray(list) ? list.filter(isChoice).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Stores the chosen records as the most recently chosen ones. */
export function rememberRecords(userId: string, formKey: string, chosen: readonly RecordChoice[]): void {
  if (chosen.length === 0) return;
  const ids = new Set(chosen.map(({ id }) => id));
  const list = [...chosen, ...recentRecords(userId, formKey).filter(({ id }) => !ids.has(id))].slice(0, MAX_RECENT);
  try {
    localStorage.setItem(keyOf(userId, formKey), JSON.stringify(list));
  } catch {
    // storage is full or forbidden: nothing is stored
  }
}
