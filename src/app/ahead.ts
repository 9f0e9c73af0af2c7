import type { Ahead } from '../api/ahead.ts';
import type { MenuEntry } from '../session/menu.ts';
import { menuRoutes } from '../session/routes.ts';
import type { Session } from '../session/session.ts';
import { decide } from '../session/guard.ts';
import { ALONE, FIXED } from './fixedRoutes.ts';
import { HIDDEN } from './hiddenPages.ts';
import { preloadWorkbench } from './workbenchLoader.ts';


const LONE = [...ALONE, ...HIDDEN];

const screenOf = (path: string): string | undefined => {
  const fixed = FIXED.find((route) => route.path === (path === '/' ? '/index' : path));
  return fixed?.kind === 'screen' ? fixed.screenKey : LONE.find((page) => page.path === path)?.screenKey;
};

/**
 * Asks at once for what the first page of a signed-in person needs, instead of one after the other: the person and
 * their menu, the code behind sign-in, the layout's document and the page's own.
 */
export function startAhead(session: Session, screens: Ahead<unknown>, hash: string): void {
  const path = hash.replace(/^#/, '').split('?')[0] || '/';
  const { token, isLoaded } = session.state;
  if (token === null || decide({ path, fullPath: path, hasToken: true, isLoaded }).kind !== 'load') return;
  preloadWorkbench();
  const known = screenOf(path);
  if (!LONE.some((page) => page.path === path)) screens.start('platform/shell');
  if (known) screens.start(known);
  void session.load().then((isReady) => {
    const route = isReady && !known ? menuRoutes(session.state.modules as MenuEntry[]).find((served) => served.path === path) : undefined;
    if (route?.kind === 'screen') screens.start(route.screenKey);
  });
}
