import { flowStateOf, WITHDRAWN_LABEL } from './flowState.ts';
import { ToneTag } from './ToneTag.tsx';

/** State of a record. `hasFlow` false: a stored record of a form without a process is in force. `isWithdrawn`: its applicant took it back, nobody returned it. */
export function FlowStateTag({
  state,
  hasFlow = true,
  isWithdrawn = false,
}: {
  state: string | undefined;
  hasFlow?: boolean;
  isWithdrawn?: boolean | undefined;
}) {
  const shown = flowStateOf(state, hasFlow);
  if (!shown) return null;
  if (state === '2' && isWithdrawn) return <ToneTag tone="plain">{WITHDRAWN_LABEL}</ToneTag>;
  return <ToneTag tone={shown.tone}>{shown.label}</ToneTag>;
}
