import { Alert } from 'antd';
import type { HistoryEntry } from '../../runtime/services/tasks.ts';

/** Notice above the form: who returned the record and why, or who took it back. */
export function ReturnNotice({ history }: { history: readonly HistoryEntry[] | undefined }) {
  const lastReturn = history?.findLast((entry) => entry.action === 'return' || entry.action === 'takeBack');
  if (!lastReturn) return null;
  if (lastReturn.action === 'takeBack')
    return (
      <Alert
        type="info"
        showIcon
        message={`${lastReturn.userName} 于 ${lastReturn.time} 撤回，可修改后重新提交`}
        data-return
      />
    );
  return (
    <Alert
      type="warning"
      showIcon
      message={`${lastReturn.userName}（${lastReturn.taskNode}）于 ${lastReturn.time} 退回`}
      description={lastReturn.opinion || null}
      data-return
    />
  );
}
