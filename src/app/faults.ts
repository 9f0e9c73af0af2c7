import { notice } from '../runtime/host/notice.ts';
import { isCodeDownloadError } from '../runtime/node/codeDownloadError.ts';
import { ServiceError } from '../runtime/services/serviceError.ts';
import type { ReportError } from './errorReports.ts';

/** Names of errors of cancelled actions and of actions that the browser does not allow. */
const HARMLESS_NAMES = /abort|cancel|notallowed/i;
/** Time in ms within which further faults are not shown: one fault often causes others. */
const PAUSE_MS = 5000;
/** Maximum time in ms for which the message waits for the number of the report, so that it appears even offline. */
const NUMBER_WAIT_MS = 1500;

/**
 * Shows a message for each fault of the program that no page has handled, e.g. in the handler of a button (OD-016).
 * `report` sends the fault to the server and returns the number of the report, which the message contains. Failed calls
 * and failed downloads of program code have their own messages (`boot/failures.ts`). Returns the function that removes
 * the listeners.
 */
export function showFaults(page: Window, report: ReportError): () => void {
  let shownAt = -PAUSE_MS;
  const show = (error: unknown): void => {
    if (!(error instanceof Error) || error instanceof ServiceError || isCodeDownloadError(error)) return;
    if (HARMLESS_NAMES.test(error.name) || performance.now() - shownAt < PAUSE_MS) return;
    shownAt = performance.now();
    const timeout = new Promise<null>((resolve) => {
      setTimeout(() => resolve(null), NUMBER_WAIT_MS);
    });
    void Promise.race([report(error), timeout]).then((number) =>
      notice(
        'error',
        `系统错误：这一步没有完成，请重试；如再次出现，请联系管理员${number === null ? '' : `（编号 ${number}）`}`,
      ),
    );
  };
  const onRejection = ({ reason }: PromiseRejectionEvent): void => show(reason);
  const onError = ({ error, filename }: ErrorEvent): void => {
    // scripts of other origins are extensions of the browser
    if (filename === '' || filename.startsWith(page.location.origin)) show(error);
  };
  page.addEventListener('unhandledrejection', onRejection);
  page.addEventListener('error', onError);
  return () => {
    page.removeEventListener('unhandledrejection', onRejection);
    page.removeEventListener('error', onError);
  };
}
