import type { Ahead } from '../../api/http/prefetch.ts';
import { decide } from '../../session/guard.ts';
import { screenAt } from '../../session/screenMemory.ts';
import type { Session } from '../../session/session.ts';
import { preloadWorkbench } from './workbenchLoader.ts';

/** Where a first sign-in leads when nothing says otherwise; asking for it in vain costs one request. */
const HOME = 'platform/home';

/**
 * Asks at once for what the first page of a signed-in person needs, instead of one after the other: the person and
 * their menu, the code behind sign-in, the layout's document and the page's own, as it was last time.
 */
export function startAhead(session: Session, screens: Ahead<unknown>, hash: string): void {
  const path = hash.replace(/^#/, '').split('?')[0] || '/';
  const { token, isLoaded } = session.state;
  if (token === null || decide({ path, fullPath: path, hasToken: true, isLoaded }).kind !== 'load') return;
  void session.load();
  askAhead(screens, path);
}

/** The same for who has just signed in, or came back to the page. */
export function askAhead(screens: Ahead<unknown>, path: string): void {
  preloadWorkbench();
  const { boot } = document.documentElement.dataset;
  const at = path === '/' ? '/index' : path;
  const known = screenAt(localStorage, at) ?? (at === '/index' ? HOME : undefined);
  if (boot === 'shell' || (boot === undefined && known)) screens.start('platform/shell');
  if (known) screens.start(known);
}
