import type { MenuEntry } from '../../session/menu.ts';

/** A page of the menu that can be found. */
export interface Findable {
  id: string;
  title: string;
  address: string;
  icon: string;
  href: string | null;
  /** Its groups, the module first. */ trail: string;
}

/** Every shown page of every module. */
export function findable(entries: readonly MenuEntry[], trail: readonly string[] = []): Findable[] {
  return entries
    .filter(({ isShown }) => isShown)
    .flatMap((entry) => {
      if (entry.children.length > 0) return findable(entry.children, [...trail, entry.title]);
      if (!entry.path && entry.href === null) return [];
      return [
        {
          id: entry.id,
          title: entry.title,
          address: entry.path + entry.search,
          icon: entry.icon,
          href: entry.href,
          trail: trail.join(' / '),
        },
      ];
    });
}

/** Whether a title sounds like what was typed: full pinyin, initials, or both mixed. Downloaded with the first search. */
export type Sounds = (title: string, typed: string) => boolean;

/** Found entries, the best first: the title begins with what was typed, holds it, sounds like it, or its group's name does. */
export function findEntries(all: readonly Findable[], query: string, sounds: Sounds): Findable[] {
  const typed = query.trim().toLowerCase();
  if (typed === '') return [...all];
  const rank = ({ title, trail }: Findable): number => {
    const name = title.toLowerCase();
    if (name.startsWith(typed)) return 0;
    if (name.includes(typed)) return 1;
    if (sounds(title, typed)) return 2;
    return trail.toLowerCase().includes(typed) ? 3 : 4;
  };
  return all
    .map((entry) => ({ entry, at: rank(entry) }))
    .filter(({ at }) => at < 4)
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}
