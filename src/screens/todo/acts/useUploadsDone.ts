import { useOptionalForm, useServices } from '../../../runtime/contexts.ts';
import { isWorkDone } from '../../../runtime/host/isWorkDone.ts';

/**
 * Returns a check for dialogs with attachments: false, with a notice, while an upload is running or has failed.
 */
export function useUploadsDone(): () => boolean {
  const services = useServices();
  const form = useOptionalForm();
  return () => isWorkDone(form ?? services);
}
