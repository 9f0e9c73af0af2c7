import { hasUnsavedValues } from '../../runtime/screen/leaveGuard.ts';
import { isCodeDownloadError, codeDownloadErrorText } from '../../runtime/node/codeDownloadError.ts';
import { setFallbackNotice } from '../../runtime/host/notice.ts';
import { isWorkRunning } from '../../runtime/host/pendingWork.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { Notices } from '../../session/notices.ts';
import { handleMissingPart, buildOfPage, fetchBuild } from './missingParts.ts';
import { retryStyle, failedStyleHref } from './missingStyles.ts';

/** Codes of failures for which the session has already shown a message. */
const ALREADY_SHOWN_CODES = ['B0001'];

/**
 * Shows a message for each failed call that no screen has handled (ER-007), and handles parts of the program that could
 * not be downloaded.
 */
export function reportFailures(notices: Notices): void {
  const pageBuild = buildOfPage(document) ?? '';
  setFallbackNotice((level, text) => notices.show(level === 'info' ? 'success' : level, text));
  window.addEventListener('unhandledrejection', (event) => {
    const error: unknown = event.reason;
    if (isCodeDownloadError(error)) {
      event.preventDefault();
      notices.show('error', codeDownloadErrorText());
      return;
    }
    if (!(error instanceof ServiceError)) return;
    event.preventDefault();
    if (!ALREADY_SHOWN_CODES.includes(error.code)) notices.show('error', error.message || '系统错误');
  });
  window.addEventListener('vite:preloadError', (event) => {
    const style = failedStyleHref(event.payload);
    if (style !== null) {
      // the component works without the stylesheet until a retry succeeds
      event.preventDefault();
      retryStyle(style, document);
    }
    void handleMissingPart({
      notices,
      pageBuild,
      tabStorage: sessionStorage,
      fetchServedBuild: () => fetchBuild(window.location.pathname),
      isOnline: () => navigator.onLine,
      isBusy: () => hasUnsavedValues() || isWorkRunning(),
      reload: () => window.location.reload(),
    });
  });
}
