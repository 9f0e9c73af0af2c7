import { Skeleton, Tag, Timeline } from 'antd';
import type { FormRecord } from '../../grammar/documents.ts';
import { useServices } from '../../runtime/contexts.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { ACTION_NAMES, actionName } from './actionNames.ts';

/** Who did what at which node, the oldest first, and where the record waits now. */
export function History({ formKey, record }: { formKey: string; record: FormRecord }) {
  const services = useServices();
  const { load, reload } = useLoad(() => services.tasks.history(formKey, record.id ?? ''), [services, formKey, record.id, record.revision]);
  if (load.state === 'error') return <Failure error={load.error} title="审批记录加载失败" onRetry={reload} />;
  if (load.value === undefined) return <Skeleton active paragraph={{ rows: 3 }} />;
  const entries = load.value;
  if (entries.length === 0) return null;
  return (
    <section className="sc-history" aria-label="审批记录" data-history={record.id}>
      <h3>审批记录</h3>
      <Timeline
        items={[
          ...entries.map((entry) => ({
            key: entry.id,
            color: { green: 'green', red: 'red', orange: 'orange' }[ACTION_NAMES[entry.action]?.color ?? ''] ?? 'blue',
            children: (
              <div className="sc-history-entry">
                <div><strong>{entry.taskNode}</strong> <span>{entry.userName}</span> <Tag color={ACTION_NAMES[entry.action]?.color ?? 'default'}>{actionName(entry.action)}</Tag> <time>{entry.time}</time></div>
                {entry.opinion ? <p>{entry.opinion}</p> : null}
              </div>
            ),
          })),
          ...(record.flwState === '1' && record.taskNode ? [{ key: 'now', color: 'gray', children: <span className="sc-note">待办理：{record.taskNode}</span> }] : []),
        ]}
      />
    </section>
  );
}
