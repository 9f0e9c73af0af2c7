import { flowStateOf, WITHDRAWN_LABEL } from './flowState.ts';
import { StatusTag } from './StatusTag.tsx';

/**
 * Tag with the state of a record. `hasFlow`: the form has a process; a stored record of a form without a process is in
 * force. `isWithdrawn`: the record is returned because the applicant has withdrawn it.
 */
export function FlowStateTag({
  state,
  hasFlow = true,
  isWithdrawn = false,
}: {
  state: string | undefined;
  hasFlow?: boolean;
  isWithdrawn?: boolean | undefined;
}) {
  const displayedState = flowStateOf(state, hasFlow);
  if (!displayedState) return null;
  if (state === '2' && isWithdrawn) return <StatusTag tone="plain">{WITHDRAWN_LABEL}</StatusTag>;
  return <StatusTag tone={displayedState.tone}>{displayedState.label}</StatusTag>;
}
