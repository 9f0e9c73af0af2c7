import { flowStateOf, WITHDRAWN_LABEL } from './flowState.ts';
import { StatusTag } from './StatusTag.tsx';

/**
 * Tag with the state of a record. `hasFlow` false: form without a process, whose stored records are in force.
 * `isWithdrawn`: the applicant has withdrawn the record.
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
