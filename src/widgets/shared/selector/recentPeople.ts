import type { ChosenItem } from './selectorData.ts';

/** Maximum number of stored people: about one line of the dialog. */
const MAX_RECENT = 8;

const keyOf = (userId: string): string => `recentPeople:${userId}`;

const isChosenItem = (item: unknown): item is ChosenItem =>
  typeof (item as ChosenItem | null)?.id === 'string' && typeof (item as ChosenItem).label === 'string';

/** Returns the people whom the user chose recently, newest first; empty if the browser has no storage. */
export function recentPeople(userId: string): ChosenItem[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(list) ? list.filter(isChosenItem).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

export function rememberPeople(userId: string, chosen: readonly ChosenItem[]): void {
  const ids = new Set(chosen.map(({ id }) => id));
  store(userId, [...chosen, ...recentPeople(userId).filter(({ id }) => !ids.has(id))].slice(0, MAX_RECENT));
}

export function forgetPerson(userId: string, personId: string): void {
  store(
    userId,
    recentPeople(userId).filter(({ id }) => id !== personId),
  );
}

function store(userId: string, list: readonly ChosenItem[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(list.map(({ id, label }) => ({ id, label }))));
  } catch {
    // storage is full or forbidden: nothing is stored
  }
}
