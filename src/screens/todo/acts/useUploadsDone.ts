import { useOptionalForm, useServices } from '../../../runtime/contexts.ts';
import { checkNothingPending } from '../../../runtime/host/checkNothingPending.ts';

/**
 * Returns a check for dialogs with attachments: it returns false, with a notice, while an upload is running or has
 * failed.
 */
export function useUploadsDone(): () => boolean {
  const services = useServices();
  const form = useOptionalForm();
  return () => checkNothingPending(form ?? services);
}
