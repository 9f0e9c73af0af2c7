import type { MenuEntry } from '../../session/menu.ts';

/** A page of the menu that can be found. */
export interface FindablePage {
  id: string;
  title: string;
  address: string;
  icon: string;
  href: string | null;
  /** Titles of the menu groups that contain the page, the module first, joined by ' / '. */
  trail: string;
}

/** Lists every visible page of every module. */
export function listFindablePages(entries: readonly MenuEntry[], trail: readonly string[] = []): FindablePage[] {
  return entries
    .filter(({ isShown }) => isShown)
    .flatMap((entry) => {
      if (entry.children.length > 0) return listFindablePages(entry.children, [...trail, entry.title]);
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

/**
 * Returns true if the query is pinyin of the title: full pinyin, initials, or both mixed. The implementation is loaded
 * on demand.
 */
export type PinyinMatcher = (title: string, query: string) => boolean;

/** Rank of a page that does not match; the best rank is 0. */
const NO_MATCH = 4;

/**
 * Returns the matching pages, best match first: the title begins with the query, contains it, matches it as pinyin,
 * or the title of a group contains it. An empty query matches every page.
 */
export function findPages(pages: readonly FindablePage[], query: string, matchesPinyin: PinyinMatcher): FindablePage[] {
  const typed = query.trim().toLowerCase();
  if (typed === '') return [...pages];
  const rankOf = ({ title, trail }: FindablePage): number => {
    const name = title.toLowerCase();
    if (name.startsWith(typed)) return 0;
    if (name.includes(typed)) return 1;
    if (matchesPinyin(title, typed)) return 2;
    return trail.toLowerCase().includes(typed) ? 3 : NO_MATCH;
  };
  return pages
    .map((page) => ({ page, rank: rankOf(page) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .map(({ page }) => page);
}
