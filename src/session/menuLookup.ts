import type { MenuEntry } from './menu.ts';

/** All entries below, depth first. */
export const allEntries = (entries: readonly MenuEntry[]): MenuEntry[] => entries.flatMap((entry) => [entry, ...allEntries(entry.children)]);

/** The chain of entries from the module down to the one whose route is `path`; empty when no entry has it. */
export function trailOf(entries: readonly MenuEntry[], path: string): MenuEntry[] {
  for (const entry of entries) {
    const below = trailOf(entry.children, path);
    if (below.length > 0) return [entry, ...below];
    if (entry.path === path && entry.href === null) return [entry];
  }
  return [];
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
