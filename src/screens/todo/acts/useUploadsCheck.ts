import { useOptionalForm, useServices } from '../../../runtime/contexts.ts';
import { checkNothingPending } from '../../../runtime/host/checkNothingPending.ts';

/**
 * Returns a check to call before the input of a dialog with attachments is sent. The check returns false and shows a
 * notice if an upload is running or has failed, or if other work on the form is pending.
 */
export function useUploadsCheck(): () => boolean {
  const services = useServices();
  const form = useOptionalForm();
  return () => checkNothingPending(form ?? services);
}
