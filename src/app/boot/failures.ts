import { SESSION_OVER } from '../../api/http/transport.ts';
import { hasUnsavedValues } from '../../runtime/screen/leaveGuard.ts';
import { isCodeDownloadError, codeDownloadErrorText } from '../../runtime/node/codeDownloadError.ts';
import { setFallbackNotice } from '../../runtime/host/notice.ts';
import { isWorkRunning } from '../../runtime/host/pendingWork.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import type { Notices } from '../../session/notices.ts';
import { handleMissingPart, buildOfPage, fetchBuild } from './missingParts.ts';
import { retryStyle, failedStyleHref } from './missingStyles.ts';

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
    // the session has already shown that it is over
    if (error.code !== SESSION_OVER) notices.show('error', error.message || '系统错误');
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
