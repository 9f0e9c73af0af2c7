import { Button, Skeleton, Timeline } from 'antd';
import type { FormRecord } from '../../grammar/documents.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { HistoryEntry } from '../../runtime/services/tasks.ts';
import { flowSheetAddress } from '../navigation/pageNavigation.ts';
import { Failure } from '../shared/Failure.tsx';
import { useLoad, type Load } from '../shared/useLoad.ts';
import { FlowProgressButton } from './picture/FlowProgressButton.tsx';
import { PendingStep, Step } from './picture/NodeSteps.tsx';

/** Colours of the dots before the history entries, by action. */
const DOT_COLOURS: Readonly<Record<string, string>> = {
  approve: 'green',
  auto: 'green',
  return: 'orange',
  takeBack: 'orange',
  urge: 'orange',
  overdue: 'orange',
  reject: 'red',
  void: 'red',
  comment: 'gray',
  cc: 'gray',
};
/** Values of `flwState` during an approval: running, returned. */
const RUNNING_STATES: ReadonlySet<string> = new Set(['1', '2']);

/** Approval history: the steps with person, node and duration, oldest first, then the pending tasks. */
export function History({
  record,
  load,
  onRetry,
}: {
  record: FormRecord;
  load: Load<readonly HistoryEntry[]>;
  onRetry(): void;
}) {
  const { tasks } = useServices();
  const { formKey = '', id = '', flwState, taskNode } = record;
  const isRunning = id !== '' && RUNNING_STATES.has(flwState ?? '');
  // reloads with each new step; after a failed request, only the name of the current node is shown
  const { load: pending } = useLoad(
    () => (isRunning ? tasks.pending(formKey, id).catch(() => []) : Promise.resolve([])),
    [tasks, isRunning, formKey, id, load.value?.length],
  );
  if (load.state === 'error') return <Failure error={load.error} title="审批记录加载失败" onRetry={onRetry} />;
  if (load.value === undefined) return <Skeleton active paragraph={{ rows: 3 }} />;
  if (load.value.length === 0) return null;
  const pendingTasks = pending.value ?? [];
  const fallbackItems =
    isRunning && pendingTasks.length === 0 && taskNode
      ? [{ key: 'now', color: 'gray', children: <span className="sc-note">待办理：{taskNode}</span> }]
      : [];
  return (
    <section className="sc-history" aria-label="审批记录" data-history={record.id}>
      <h3>
        审批记录 {formKey && id ? <FlowProgressButton formKey={formKey} recordId={id} /> : null}
        {formKey && id ? (
          <Button
            type="link"
            size="small"
            href={`#${flowSheetAddress(formKey, id)}`}
            target="_blank"
            rel="noopener"
            data-action="flow-sheet"
          >
            流转单
          </Button>
        ) : null}
      </h3>
      <Timeline
        items={[
          ...load.value.map((entry) => ({
            key: entry.id,
            color: DOT_COLOURS[entry.action] ?? 'blue',
            children: (
              <>
                <strong>{entry.taskNode}</strong>
                <Step entry={entry} />
              </>
            ),
          })),
          ...pendingTasks.map((task, index) => ({
            key: `seat-${index}`,
            color: 'gray',
            children: (
              <>
                <strong>{task.taskNode}</strong>
                <PendingStep task={task} />
              </>
            ),
          })),
          ...fallbackItems,
        ]}
      />
    </section>
  );
}
