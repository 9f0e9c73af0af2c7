import type { MenuEntry } from './menu.ts';
import { allEntries } from './menuLookup.ts';

/** A route made from the served menu (RG-011…015). */
export type MenuRoute =
  | { kind: 'screen'; path: string; screenKey: string; title: string }
  | { kind: 'frame'; path: string; link: string | null; title: string }
  | { kind: 'redirect'; path: string; to: string };

/** Components that only hold children. */
const HOLDERS = ['Layout', 'ParentView', ''];

function routeOf(entry: MenuEntry): MenuRoute | null {
  const { path, component, title, link } = entry;
  if (!path || entry.href !== null) return null;
  if (component === 'InnerLink') return { kind: 'frame', path, link, title };
  if (!HOLDERS.includes(component)) return { kind: 'screen', path, screenKey: component, title };
  // a child may be hidden from the menu and still be the first place to go
  const first = entry.redirect || entry.children.find((child) => child.path && child.href === null)?.path;
  return first && first !== path ? { kind: 'redirect', path, to: first } : null;
}

/**
 * One flat list: children of Layout and ParentView wrappers stand beside each other (RG-013), a wrapper leads to its
 * first child (RG-014), addresses outside are skipped (RG-015). Of two entries with one path the first is kept.
 */
export function menuRoutes(modules: readonly MenuEntry[]): MenuRoute[] {
  const byPath = new Map<string, MenuRoute>();
  for (const entry of allEntries(modules)) {
    const route = routeOf(entry);
    if (route && !byPath.has(route.path)) byPath.set(route.path, route);
  }
  return [...byPath.values()];
}
