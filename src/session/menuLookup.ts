import type { MenuEntry } from './menu.ts';

/** The entries and their descendants, depth first. */
export const allEntries = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...allEntries(entry.children)]);

/** The chain of entries from the module down to the one whose route is `path`; empty when no entry has it. */
export function trailOf(entries: readonly MenuEntry[], path: string): MenuEntry[] {
  for (const entry of entries) {
    const below = trailOf(entry.children, path);
    if (below.length > 0) return [entry, ...below];
    if (entry.path === path && entry.href === null) return [entry];
  }
  return [];
}

/** Form key of an entry: the second part of its screen key, e.g. `seals/businessSealApply/list`. */
const formKeyOf = ({ component }: MenuEntry): string | undefined => component.split('/')[1];

/**
 * The chain of entries of an address. A record on a generic page (`/commonEntry/…?formKey=`) belongs to the entry that
 * lists its form, if the menu has one.
 */
export function trailOfAddress(entries: readonly MenuEntry[], path: string, search: string): MenuEntry[] {
  const own = trailOf(entries, path);
  if (own.length > 0 || !path.startsWith('/commonEntry/')) return own;
  const formKey = new URLSearchParams(search).get('formKey');
  const entry = formKey ? allEntries(entries).find((item) => item.isShown && formKeyOf(item) === formKey) : undefined;
  return entry ? trailOf(entries, entry.path) : [];
}

/** Path of the first entry that shows a screen (RG-009); undefined when there is none. */
export function firstPath(entries: readonly MenuEntry[]): string | undefined {
  for (const entry of entries) {
    if (entry.href !== null || !entry.isShown) continue;
    const below = firstPath(entry.children);
    if (below) return below;
    if (entry.children.length === 0 && entry.path) return entry.path + entry.search;
  }
  return undefined;
}
