import { notice } from './notice.ts';
import { pendingWork, PENDING_WORK_MESSAGES } from './pendingWork.ts';

/**
 * The check before values are sent: false, with a notice, while work on the form is running or an upload has failed.
 * `owner`: the session of the form; without a form, the services.
 */
export function checkNothingPending(owner: object): boolean {
  const pending = pendingWork(owner);
  if (pending) notice('warning', PENDING_WORK_MESSAGES[pending]);
  return pending === null;
}
