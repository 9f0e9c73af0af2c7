import { ServiceError } from '../runtime/services/serviceError.ts';
import type { Notices } from '../session/notices.ts';

/** Codes the session has spoken about already. */
const SAID = ['B0001'];

/**
 * A failed call that nobody handled is shown, not lost (ER-007). What a screen handles never comes here.
 */
export function reportFailures(notices: Notices): void {
  window.addEventListener('unhandledrejection', (event) => {
    const error: unknown = event.reason;
    if (!(error instanceof ServiceError)) return;
    event.preventDefault();
    if (!SAID.includes(error.code)) notices.show('error', error.message || '系统错误');
  });
  // a chunk of an older build is gone after an update: load the new one, once
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    if (sessionStorage.getItem('reloaded') === location.hash) return;
    sessionStorage.setItem('reloaded', location.hash);
    location.reload();
  });
}
