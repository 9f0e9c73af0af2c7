import type { PrefetchCache } from '../../api/http/prefetchCache.ts';
import { decideVisit } from '../../session/guard.ts';
import { rememberedScreenKey } from '../../session/rememberedScreens.ts';
import type { Session } from '../../session/session.ts';
import { preloadWorkbench } from './workbenchLoader.ts';

/**
 * Screen of the page /index, used while this browser has not stored the screens of the user's paths. If the page has
 * another screen, the prefetch is one unnecessary request.
 */
const HOME_SCREEN = 'platform/home';

/**
 * Requests in parallel the data and code for the first page of a signed-in user: user and menu, the code of the
 * workbench, the screen of the layout, and the screen that the page had last time.
 */
export function prefetchFirstPage(session: Session, screens: PrefetchCache<unknown>, hash: string): void {
  const path = hash.replace(/^#/, '').split('?')[0] || '/';
  const { token, isLoaded } = session.state;
  if (token === null || decideVisit({ path, fullPath: path, hasToken: true, isLoaded }).kind !== 'load') return;
  void session.load();
  prefetchScreen(screens, path);
}

/**
 * Prefetches the code of the workbench, the screen of the layout (not for a page without a layout) and, if known, the
 * screen of the path. Also called after sign-in. `data-boot` (set by `early.js` for a signed-in user): 'shell' for a
 * page with a layout, 'lone' for one without.
 */
export function prefetchScreen(screens: PrefetchCache<unknown>, path: string): void {
  preloadWorkbench();
  const { boot } = document.documentElement.dataset;
  const pagePath = path === '/' ? '/index' : path;
  const pageScreen = rememberedScreenKey(localStorage, pagePath) ?? (pagePath === '/index' ? HOME_SCREEN : undefined);
  if (boot === 'shell' || (boot === undefined && pageScreen)) screens.prefetch('platform/shell');
  if (pageScreen) screens.prefetch(pageScreen);
}
