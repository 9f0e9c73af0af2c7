import type { Task } from '../../runtime/services/tasks.ts';
import { stateLabel } from '../shared/flowState.ts';
import { StatusTag } from '../shared/StatusTag.tsx';

const HOUR_MS = 3_600_000;
/** A task gets a mark if fewer hours than this remain until its due time. */
const SOON_HOURS = 24;

/** Returns the ms until a due time, which is in China's time zone regardless of the browser's. */
const msUntil = (dueTime: string): number => Date.parse(`${dueTime.replace(' ', 'T')}+08:00`) - Date.now();

/** Returns the mark for the remaining time of a task; null without a due time or with more than SOON_HOURS left. */
function dueMark(dueTime: string | undefined): { tone: 'bad' | 'warn'; text: string } | null {
  if (!dueTime) return null;
  const remainingMs = msUntil(dueTime);
  if (remainingMs < 0) return { tone: 'bad', text: '已超时' };
  const hours = Math.floor(remainingMs / HOUR_MS);
  return hours >= SOON_HOURS ? null : { tone: 'warn', text: hours < 1 ? '不足1小时' : `剩${hours}小时` };
}

/** Returns true if the marks of a task contain its state: the task is a to-do that was returned, not a copy. */
export const isReturnedTask = (task: Task): boolean =>
  task.flwState === '2' && task.arriveTime !== undefined && task.copiedBy === undefined;

/** Tags before the title of a task: due or overdue, urgent, urged, on behalf of an absent person, returned. */
export function TaskMarks({ task }: { task: Task }) {
  const dueTag = dueMark(task.dueTime);
  return (
    <>
      {dueTag ? (
        <span title={`办理期限 ${task.dueTime}`}>
          <StatusTag tone={dueTag.tone}>{dueTag.text}</StatusTag>
        </span>
      ) : null}
      {task.isUrgent ? <StatusTag tone="bad">急</StatusTag> : null}
      {task.isUrged ? <StatusTag tone="warn">催办</StatusTag> : null}
      {task.actsFor ? <StatusTag tone="busy">{`代「${task.actsFor}」`}</StatusTag> : null}
      {isReturnedTask(task) ? (
        <StatusTag tone={task.isWithdrawn ? 'plain' : 'warn'}>{stateLabel('2', task.isWithdrawn)}</StatusTag>
      ) : null}
    </>
  );
}
