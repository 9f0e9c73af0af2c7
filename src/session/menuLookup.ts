import type { MenuEntry } from './menu.ts';

/** Returns the entries and their descendants, depth first. */
export const allEntries = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...allEntries(entry.children)]);

/**
 * Returns the chain of entries from the module (the top-level entry) down to the entry with the route `path`. Empty if
 * no entry has the route; entries with an external address (`href`) are ignored.
 */
export function trailOf(entries: readonly MenuEntry[], path: string): MenuEntry[] {
  for (const entry of entries) {
    const childTrail = trailOf(entry.children, path);
    if (childTrail.length > 0) return [entry, ...childTrail];
    if (entry.path === path && entry.href === null) return [entry];
  }
  return [];
}

/** Returns the form key of an entry: the second part of its screen key, e.g. `seals/businessSealApply/list`. */
const formKeyOf = ({ component }: MenuEntry): string | undefined => component.split('/')[1];

/**
 * Returns the chain of entries from the module down to the entry of an address. A record on a generic page
 * (`/commonEntry/…?formKey=`) belongs to the entry that lists its form, if the menu has one.
 */
export function trailOfAddress(entries: readonly MenuEntry[], path: string, search: string): MenuEntry[] {
  const trail = trailOf(entries, path);
  if (trail.length > 0 || !path.startsWith('/commonEntry/')) return trail;
  const formKey = new URLSearchParams(search).get('formKey');
  const entry = formKey ? allEntries(entries).find((item) => item.isShown && formKeyOf(item) === formKey) : undefined;
  return entry ? trailOf(entries, entry.path) : [];
}

/** Returns the path and the query text of the first visible entry that opens a page of this application (RG-009). */
export function firstPath(entries: readonly MenuEntry[]): string | undefined {
  for (const entry of entries) {
    if (entry.href !== null || !entry.isShown) continue;
    const childPath = firstPath(entry.children);
    if (childPath) return childPath;
    if (entry.children.length === 0 && entry.path) return entry.path + entry.search;
  }
  return undefined;
}
