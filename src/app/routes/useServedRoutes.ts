import { useEffect, useState } from 'react';
import { App } from 'antd';
import { hasUnsavedValues } from '../../runtime/screen/leaveGuard.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { menuRoutes, routesAfterMenuChange, type MenuRoute } from '../../session/routes.ts';
import { readOpenPaths } from '../../shell/tabBar/tabs.ts';
import { FIXED_ROUTES } from './fixedRoutes.ts';

/** Returns the routes of the menu, and the fixed routes whose path is not in the menu. */
const routesOf = (modules: readonly MenuEntry[]): MenuRoute[] => {
  const routesFromMenu = menuRoutes(modules);
  return [
    ...routesFromMenu,
    ...FIXED_ROUTES.filter(({ path }) => !routesFromMenu.some((route) => route.path === path)),
  ];
};

const currentPath = (): string => window.location.hash.replace(/^#/, '').split('?')[0] || '/';

/**
 * Routes of the served menu and fixed routes. When the menu changes, open pages stay reachable; a page whose menu entry
 * was removed shows a message.
 */
export function useServedRoutes(modules: readonly MenuEntry[]): MenuRoute[] {
  const { message } = App.useApp();
  const [routeState, setRouteState] = useState(() => ({
    modules,
    routes: routesOf(modules),
    retired: [] as MenuRoute[],
  }));
  if (routeState.modules !== modules)
    setRouteState({
      modules,
      ...routesAfterMenuChange(
        routeState.routes,
        routesOf(modules),
        new Set([...readOpenPaths(sessionStorage), currentPath()]),
        hasUnsavedValues(),
      ),
    });
  const retiredPage = routeState.retired.find(({ path }) => path === currentPath());
  useEffect(() => {
    if (retiredPage)
      message.warning({
        key: 'retired',
        duration: 8,
        content: `“${retiredPage.title}”已从菜单中移除。本页可以继续使用，关闭后不再能打开`,
      });
  }, [retiredPage, message]);
  return routeState.routes;
}
