import type { Ahead } from '../api/ahead.ts';
import { decide } from '../session/guard.ts';
import { screenAt } from '../session/screenMemory.ts';
import type { Session } from '../session/session.ts';
import { preloadWorkbench } from './workbenchLoader.ts';

/**
 * Asks at once for what the first page of a signed-in person needs, instead of one after the other: the person and
 * their menu, the code behind sign-in, the layout's document and the page's own, as it was last time.
 */
export function startAhead(session: Session, screens: Ahead<unknown>, hash: string): void {
  const path = hash.replace(/^#/, '').split('?')[0] || '/';
  const { token, isLoaded } = session.state;
  if (token === null || decide({ path, fullPath: path, hasToken: true, isLoaded }).kind !== 'load') return;
  preloadWorkbench();
  void session.load();
  if (document.documentElement.dataset.boot === 'shell') screens.start('platform/shell');
  const known = screenAt(localStorage, path === '/' ? '/index' : path);
  if (known) screens.start(known);
}
