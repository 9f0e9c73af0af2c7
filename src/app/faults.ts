import { notice } from '../runtime/host/notice.ts';
import { isMissingPart } from '../runtime/node/missingPart.ts';
import { ServiceError } from '../runtime/services/serviceError.ts';

/** Names of errors of cancelled actions and of actions that the browser does not allow. */
const HARMLESS_NAMES = /abort|cancel|notallowed/i;
/** Time in ms within which further faults are not shown: one fault often causes others. */
const PAUSE_MS = 5000;

/**
 * Shows a message for each fault of the program that no page has handled, e.g. in the handler of a button (OD-016). The
 * browser also writes the fault to the console. Failed calls and missing parts of the program have their own messages
 * (`failures.ts`). Returns the unsubscribe function.
 */
export function showFaults(page: Window): () => void {
  let shownAt = -PAUSE_MS;
  const show = (error: unknown): void => {
    if (!(error instanceof Error) || error instanceof ServiceError || isMissingPart(error)) return;
    if (HARMLESS_NAMES.test(error.name) || performance.now() - shownAt < PAUSE_MS) return;
    shownAt = performance.now();
    notice('error', '系统错误：这一步没有完成，请重试；如再次出现，请联系管理员');
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
