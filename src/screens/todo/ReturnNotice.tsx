import { Alert } from 'antd';
import type { HistoryEntry } from '../../runtime/services/tasks.ts';

/** Notice above the form: who returned the record and why, or who took it back. */
export function ReturnNotice({ history }: { history: readonly HistoryEntry[] | undefined }) {
  const last = history?.findLast((entry) => entry.action === 'return' || entry.action === 'takeBack');
  if (!last) return null;
  if (last.action === 'takeBack')
    return (
      <Alert type="info" showIcon message={`${last.userName} 于 ${last.time} 撤回，可修改后重新提交`} data-return />
    );
  return (
    <Alert
      type="warning"
      showIcon
      message={`${last.userName}（${last.taskNode}）于 ${last.time} 退回`}
      description={last.opinion || null}
      data-return
    />
  );
}
