import { Skeleton, Timeline } from 'antd';
import type { FormRecord } from '../../grammar/documents.ts';
import type { HistoryEntry } from '../../runtime/services/tasks.ts';
import { Failure } from '../shared/Failure.tsx';
import { ToneTag } from '../shared/ToneTag.tsx';
import type { Load } from '../shared/useLoad.ts';
import { FlowPicture } from './FlowPicture.tsx';
import { HistoryFiles } from './HistoryFiles.tsx';
import { ACTION_NAMES, actionName } from './actionNames.ts';

const DOTS: Readonly<Record<string, string>> = { approve: 'green', auto: 'green', return: 'orange', takeBack: 'orange', urge: 'orange', overdue: 'orange', reject: 'red', void: 'red', comment: 'gray', cc: 'gray' };

/** Who did what at which node, the oldest first, and where the record waits now. */
export function History({ record, load, onRetry }: { record: FormRecord; load: Load<readonly HistoryEntry[]>; onRetry(): void }) {
  if (load.state === 'error') return <Failure error={load.error} title="审批记录加载失败" onRetry={onRetry} />;
  if (load.value === undefined) return <Skeleton active paragraph={{ rows: 3 }} />;
  if (load.value.length === 0) return null;
  const waiting = record.flwState === '1' && record.taskNode
    ? [{ key: 'now', color: 'gray', children: <span className="sc-note">待办理：{record.taskNode}</span> }] : [];
  return (
    <section className="sc-history" aria-label="审批记录" data-history={record.id}>
      <h3>审批记录 {record.formKey && record.id ? <FlowPicture formKey={record.formKey} recordId={record.id} /> : null}</h3>
      <Timeline
        items={[
          ...load.value.map((entry) => ({
            key: entry.id,
            color: DOTS[entry.action] ?? 'blue',
            children: (
              <div className="sc-history-entry">
                <div><strong>{entry.taskNode}</strong> <span>{entry.userName}</span> <ToneTag tone={ACTION_NAMES[entry.action]?.tone ?? 'plain'}>{actionName(entry.action)}</ToneTag> <time>{entry.time}</time></div>
                {entry.detail ? <p className="sc-note">{entry.detail}</p> : null}
                {entry.opinion && entry.opinion !== actionName(entry.action) ? <p>{entry.opinion}</p> : null}
                {entry.files ? <HistoryFiles ids={entry.files} /> : null}
                {entry.signature ? <HistoryFiles ids={entry.signature} isSignature /> : null}
              </div>
            ),
          })),
          ...waiting,
        ]}
      />
    </section>
  );
}
