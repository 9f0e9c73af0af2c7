import { HOLDERS } from '../domain/menu/index.ts';
import type { MenuEntry } from './menu.ts';
import { allEntries } from './menuLookup.ts';

/** A route made from the served menu (RG-011…015). */
export type MenuRoute = RoutePlace &
  ({ kind: 'screen'; screenKey: string } | { kind: 'frame'; link: string | null } | { kind: 'redirect'; to: string });

interface RoutePlace {
  path: string;
  title: string;
  /** Its tab is pinned and there from the start (TA-010). */
  affix: boolean;
  /** The page is made anew each time it is shown (TA-011). */
  noCache: boolean;
}

function routeOf(entry: MenuEntry): MenuRoute | null {
  const { path, component, title, link, isAffix, isCached } = entry;
  if (!path || entry.href !== null) return null;
  const place = { path, title, affix: isAffix, noCache: !isCached };
  if (component === 'InnerLink') return { kind: 'frame', link, ...place };
  if (!HOLDERS.includes(component)) return { kind: 'screen', screenKey: component, ...place };
  // a child may be hidden from the menu and still be the first place to go
  const first = entry.redirect || entry.children.find((child) => child.path && child.href === null)?.path;
  return first && first !== path ? { kind: 'redirect', to: first, ...place } : null;
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

const leadsTo = (route: MenuRoute): string =>
  JSON.stringify([
    route.kind,
    route.kind === 'screen' ? route.screenKey : route.kind === 'frame' ? route.link : route.to,
  ]);

/**
 * The routes after the menu changed while pages are open. A page that stands in a tab keeps its route when the menu has
 * none any more, and while something is unsaved also when the menu names another view: nobody loses what they are at. A
 * closed tab, or the page loaded again, has what the menu says.
 */
export function withOpen(
  before: readonly MenuRoute[],
  now: readonly MenuRoute[],
  open: ReadonlySet<string>,
  isUnsaved: boolean,
): { routes: MenuRoute[]; retired: MenuRoute[] } {
  const paths = new Map(now.map((route) => [route.path, route]));
  const held = before.filter((route) => open.has(route.path));
  const retired = held.filter(({ path, kind }) => kind !== 'redirect' && !paths.has(path));
  const kept = new Map(
    isUnsaved
      ? held
          .filter((route) => {
            const next = paths.get(route.path);
            return next && leadsTo(next) !== leadsTo(route);
          })
          .map((route) => [route.path, route])
      : [],
  );
  return { routes: [...now.map((route) => kept.get(route.path) ?? route), ...retired], retired };
}
