import { GROUP_COMPONENTS } from '../domain/menu/index.ts';
import type { MenuEntry } from './menu.ts';
import { allEntries } from './menuLookup.ts';

/** A route made from the served menu (RG-011…015). */
export type MenuRoute = RouteBase &
  ({ kind: 'screen'; screenKey: string } | { kind: 'frame'; link: string | null } | { kind: 'redirect'; to: string });

interface RouteBase {
  path: string;
  /** Query of the menu entry, `?a=1`; the pinned tab opens with this query. Absent if empty. */
  search?: string;
  title: string;
  /** True if the tab of the route is pinned and open from the start (TA-010). */
  affix: boolean;
  /** True if the page is mounted again each time it is shown (TA-011). */
  noCache: boolean;
}

/**
 * Returns the route of an entry; null if it has no path, opens an external address, or is a group without a redirect
 * target.
 */
function routeOf(entry: MenuEntry): MenuRoute | null {
  const { path, component, title, link, isAffix, isCached } = entry;
  if (!path || entry.href !== null) return null;
  const base = {
    path,
    ...(entry.search === '' ? {} : { search: entry.search }),
    title,
    affix: isAffix,
    noCache: !isCached,
  };
  if (component === 'InnerLink') return { kind: 'frame', link, ...base };
  if (!GROUP_COMPONENTS.includes(component)) return { kind: 'screen', screenKey: component, ...base };
  // a child that is hidden from the menu can be the redirect target, too
  const target = entry.redirect || entry.children.find((child) => child.path && child.href === null)?.path;
  return target && target !== path ? { kind: 'redirect', to: target, ...base } : null;
}

/**
 * Converts the menu to a flat list of routes: children of Layout and ParentView wrappers become routes of the same
 * level (RG-013), a wrapper redirects to its `redirect` path or else to its first child with a page (RG-014), external
 * addresses are skipped (RG-015). If entries have the same path, the first entry is used.
 */
export function menuRoutes(modules: readonly MenuEntry[]): MenuRoute[] {
  const byPath = new Map<string, MenuRoute>();
  for (const entry of allEntries(modules)) {
    const route = routeOf(entry);
    if (route && !byPath.has(route.path)) byPath.set(route.path, route);
  }
  return [...byPath.values()];
}

/** Returns a text that is equal for routes with the same target. */
const targetKey = (route: MenuRoute): string =>
  JSON.stringify(
    route.kind === 'screen'
      ? ['screen', route.screenKey]
      : [route.kind, route.kind === 'frame' ? route.link : route.to],
  );

/**
 * Returns the routes after a change of the menu. An open page keeps its route when the new menu has no route for the
 * path (`retired`), and, while there are unsaved values, also when the new route has another target. After the user
 * closes the tab or reloads the page, the route of the new menu applies.
 */
export function routesAfterMenuChange(
  previous: readonly MenuRoute[],
  newRoutes: readonly MenuRoute[],
  openPaths: ReadonlySet<string>,
  hasUnsavedValues: boolean,
): { routes: MenuRoute[]; retired: MenuRoute[] } {
  const newByPath = new Map(newRoutes.map((route) => [route.path, route]));
  const openRoutes = previous.filter((route) => openPaths.has(route.path));
  const retired = openRoutes.filter(({ path, kind }) => kind !== 'redirect' && !newByPath.has(path));
  const keptRoutes = new Map(
    hasUnsavedValues
      ? openRoutes
          .filter((route) => {
            const next = newByPath.get(route.path);
            return next && targetKey(next) !== targetKey(route);
          })
          .map((route) => [route.path, route])
      : [],
  );
  return { routes: [...newRoutes.map((route) => keptRoutes.get(route.path) ?? route), ...retired], retired };
}
