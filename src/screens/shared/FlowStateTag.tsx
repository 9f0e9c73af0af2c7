import { flowStateOf } from './flowState.ts';
import { ToneTag } from './ToneTag.tsx';

/** `hasFlow` false: a stored record of a form without a process is in force. */
export function FlowStateTag({ state, hasFlow = true }: { state: string | undefined; hasFlow?: boolean }) {
  const shown = flowStateOf(state, hasFlow);
  return shown ? <ToneTag tone={shown.tone}>{shown.label}</ToneTag> : null;
}
