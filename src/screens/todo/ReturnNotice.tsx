import { Alert } from 'antd';
import type { HistoryEntry } from '../../runtime/services.ts';

/** Why a record came back, where its applicant cannot miss it. */
export function ReturnNotice({ history }: { history: readonly HistoryEntry[] | undefined }) {
  const last = history?.findLast((entry) => entry.action === 'return');
  if (!last) return null;
  return <Alert type="warning" showIcon message={`${last.userName}（${last.taskNode}）于 ${last.time} 退回`} description={last.opinion || null} data-return />;
}
