import { Tag } from 'antd';
import { flowStateOf } from './flowState.ts';

export function FlowStateTag({ state }: { state: string | undefined }) {
  const shown = flowStateOf(state);
  return shown ? <Tag color={shown.color} style={{ marginInlineEnd: 0 }}>{shown.label}</Tag> : null;
}
