import { isCodeDownloadError, codeDownloadErrorText } from '../node/codeDownloadError.ts';

export type NoticeLevel = 'success' | 'info' | 'warning' | 'error';

type ShowMessage = (level: NoticeLevel, text: string) => void;

let showFallback: ShowMessage = () => undefined;
const loadHost = (): Promise<{ show: ShowMessage }> => import('./noticeHost.ts');

/** Sets the fallback that shows messages while the code of `noticeHost.ts` cannot be downloaded. */
export function setFallbackNotice(show: ShowMessage): void {
  showFallback = show;
}

/** Prefetches the code that shows messages, because the first message may be about a lost connection. */
export const preloadNotices = (): void => {
  loadHost().catch(() => undefined);
};

/** Shows a transient message. The code for it is downloaded at the first message. */
export function notice(level: NoticeLevel, text: string): void {
  loadHost().then(
    ({ show }) => show(level, text),
    () => showFallback(level, text),
  );
}

/**
 * Returns the text that is shown to the user for an error: its message (errors of services have a Chinese message). A
 * failed download of code and an error without a message have fixed texts.
 */
export const failureText = (error: unknown): string =>
  isCodeDownloadError(error)
    ? codeDownloadErrorText()
    : error instanceof Error && error.message !== ''
      ? error.message
      : '操作失败，请重试';
