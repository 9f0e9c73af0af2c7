import { Alert, Button } from 'antd';
import { messageOf } from '../../screens/shared/messages.ts';
import { ImpactPanel } from './ImpactPanel.tsx';
import type { ImpactState } from './useImpact.ts';

/** The impact of publishing, which the user can acknowledge; after a failed load, the error with a retry button. */
export function ImpactReport({ state }: { state: ImpactState }) {
  if (state.error)
    return (
      <Alert
        type="warning"
        showIcon
        message={`影响未能查明：${messageOf(state.error)}。发布时服务器仍会核对。`}
        action={
          <Button size="small" onClick={state.reload} data-action="retry">
            重试
          </Button>
        }
      />
    );
  return (
    <ImpactPanel impact={state.impact} isAcknowledged={state.isAcknowledged} onAcknowledge={state.setAcknowledged} />
  );
}
