import { isAnyHeld } from '../../runtime/screen/leaveGuard.ts';
import { isMissingPart, missingPartText } from '../../runtime/node/missingPart.ts';
import { showPlainly } from '../../runtime/host/notice.ts';
import { isAnyWork } from '../../runtime/host/pendingWork.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { Notices } from '../../session/notices.ts';
import { missingPart, ownBuild, servedBuild } from './missingParts.ts';
import { bringStyle, missingStyle } from './missingStyles.ts';

/** Codes the session has spoken about already. */
const SAID = ['B0001'];

/**
 * A failed call that nobody handled is shown, not lost (ER-007). What a screen handles never comes here.
 */
export function reportFailures(notices: Notices): void {
  const own = ownBuild(document) ?? '';
  showPlainly((level, text) => notices.show(level === 'info' ? 'success' : level, text));
  window.addEventListener('unhandledrejection', (event) => {
    const error: unknown = event.reason;
    if (isMissingPart(error)) {
      event.preventDefault();
      notices.show('error', missingPartText());
      return;
    }
    if (!(error instanceof ServiceError)) return;
    event.preventDefault();
    if (!SAID.includes(error.code)) notices.show('error', error.message || '系统错误');
  });
  window.addEventListener('vite:preloadError', (event) => {
    const style = missingStyle(event.payload);
    if (style !== null) {
      // what it belongs to works without it meanwhile
      event.preventDefault();
      bringStyle(style, document);
    }
    void missingPart({
      notices,
      own,
      perTab: sessionStorage,
      served: () => servedBuild(window.location.pathname),
      isOnline: () => navigator.onLine,
      isBusy: () => isAnyHeld() || isAnyWork(),
      reload: () => window.location.reload(),
    });
  });
}
