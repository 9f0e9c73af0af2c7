import { flowStateOf } from './flowState.ts';
import { ToneTag } from './ToneTag.tsx';

export function FlowStateTag({ state }: { state: string | undefined }) {
  const shown = flowStateOf(state);
  return shown ? <ToneTag tone={shown.tone}>{shown.label}</ToneTag> : null;
}
