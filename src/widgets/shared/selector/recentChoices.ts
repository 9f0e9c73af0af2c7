import type { Chosen } from './selectorData.ts';

/** As many as fit one line of the dialog. */
const KEPT = 8;

const keyOf = (userId: string): string => `recentPeople:${userId}`;

const isChosen = (item: unknown): item is Chosen =>
  typeof (item as Chosen | null)?.id === 'string' && typeof (item as Chosen).label === 'string';

/** The people this person chose last, the newest first. A browser without storage has none. */
export function recentPeople(userId: string): Chosen[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(list) ? list.filter(isChosen).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function rememberPeople(userId: string, chosen: readonly Chosen[]): void {
  const ids = new Set(chosen.map(({ id }) => id));
  const list = [...chosen, ...recentPeople(userId).filter(({ id }) => !ids.has(id))].slice(0, KEPT);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(list.map(({ id, label }) => ({ id, label }))));
  } catch {
    // storage is full or refused: nothing is remembered
  }
}
