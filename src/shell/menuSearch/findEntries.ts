import type { MenuEntry } from '../../session/menu.ts';

/** A page of the menu that can be found. */
export interface Findable {
  id: string;
  title: string;
  address: string;
  icon: string;
  href: string | null;
  /** Titles of its menu groups, the module first, joined by ' / '. */
  trail: string;
}

/** Lists every visible page of every module. */
export function listFindable(entries: readonly MenuEntry[], trail: readonly string[] = []): Findable[] {
  return entries
    .filter(({ isShown }) => isShown)
    .flatMap((entry) => {
      if (entry.children.length > 0) return listFindable(entry.children, [...trail, entry.title]);
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

/** Returns true if the query is pinyin of the title: full pinyin, initials, or both mixed. Loaded on demand. */
export type PinyinMatcher = (title: string, query: string) => boolean;

/**
 * Returns the matching entries, best match first: the title begins with the query, contains it, matches it as pinyin,
 * or the name of a group contains it. An empty query matches every entry.
 */
export function findEntries(all: readonly Findable[], query: string, matchesPinyin: PinyinMatcher): Findable[] {
  const typed = query.trim().toLowerCase();
  if (typed === '') return [...all];
  const rankOf = ({ title, trail }: Findable): number => {
    const name = title.toLowerCase();
    if (name.startsWith(typed)) return 0;
    if (name.includes(typed)) return 1;
    if (matchesPinyin(title, typed)) return 2;
    return trail.toLowerCase().includes(typed) ? 3 : 4;
  };
  return all
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
