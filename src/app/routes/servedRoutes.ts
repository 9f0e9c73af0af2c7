import { useEffect, useState } from 'react';
import { App } from 'antd';
import { isAnyHeld } from '../../runtime/screen/leaveGuard.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { menuRoutes, withOpen, type MenuRoute } from '../../session/routes.ts';
import { openPaths } from '../../shell/tabBar/tabs.ts';
import { FIXED } from './fixedRoutes.ts';

const routesOf = (modules: readonly MenuEntry[]): MenuRoute[] => {
  const own = menuRoutes(modules);
  return [...own, ...FIXED.filter(({ path }) => !own.some((route) => route.path === path))];
};

const pathNow = (): string => window.location.hash.replace(/^#/, '').split('?')[0] || '/';

/** The routes of the served menu. When it changes while pages are open, those stay reachable; who looks at one is told. */
export function useServedRoutes(modules: readonly MenuEntry[]): MenuRoute[] {
  const { message } = App.useApp();
  const [served, setServed] = useState(() => ({ modules, routes: routesOf(modules), retired: [] as MenuRoute[] }));
  if (served.modules !== modules)
    setServed({
      modules,
      ...withOpen(served.routes, routesOf(modules), new Set([...openPaths(sessionStorage), pathNow()]), isAnyHeld()),
    });
  const gone = served.retired.find(({ path }) => path === pathNow());
  useEffect(() => {
    if (gone)
      message.warning({
        key: 'retired',
        duration: 8,
        content: `“${gone.title}”已从菜单中移除。本页可以继续使用，关闭后不再能打开`,
      });
  }, [gone, message]);
  return served.routes;
}
