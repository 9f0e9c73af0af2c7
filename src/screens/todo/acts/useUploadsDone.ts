import { useOptionalForm, useServices } from '../../../runtime/contexts.ts';
import { notice } from '../../../runtime/host/notice.ts';
import { pendingWork, PENDING_WORK_MESSAGES } from '../../../runtime/host/pendingWork.ts';

/**
 * Returns a check for dialogs with attachments: false, with a notice, while an upload is running or has failed.
 */
export function useUploadsDone(): () => boolean {
  const services = useServices();
  const form = useOptionalForm();
  return () => {
    const pending = pendingWork(form ?? services);
    if (pending) notice('warning', PENDING_WORK_MESSAGES[pending]);
    return pending === null;
  };
}
