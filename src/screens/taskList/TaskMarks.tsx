import type { Task } from '../../runtime/services/tasks.ts';
import { stateLabel } from '../shared/flowState.ts';
import { ToneTag } from '../shared/ToneTag.tsx';

const HOUR = 3_600_000;
const SOON = 24;

const msTo = (dueTime: string): number => new Date(dueTime.replace(' ', 'T')).getTime() - Date.now();

/** How much of its time a task has left, where that is little. */
function dueMark(dueTime: string | undefined): { tone: 'bad' | 'warn'; text: string } | null {
  if (!dueTime) return null;
  const left = msTo(dueTime);
  if (left < 0) return { tone: 'bad', text: '已超时' };
  const hours = Math.floor(left / HOUR);
  return hours >= SOON ? null : { tone: 'warn', text: hours < 1 ? '不足1小时' : `剩${hours}小时` };
}

/** What a to-do should be seen for before its title: late, urgent, pressed for, come back. */
export function TaskMarks({ task }: { task: Task }) {
  const due = dueMark(task.dueTime);
  const isReturned = task.flwState === '2' && task.arriveTime !== undefined && task.copiedBy === undefined;
  return (
    <>
      {due ? (
        <span title={`办理期限 ${task.dueTime}`}>
          <ToneTag tone={due.tone}>{due.text}</ToneTag>
        </span>
      ) : null}
      {task.isUrgent ? <ToneTag tone="bad">急</ToneTag> : null}
      {task.isUrged ? <ToneTag tone="warn">催办</ToneTag> : null}
      {task.actsFor ? <ToneTag tone="busy">{`代「${task.actsFor}」`}</ToneTag> : null}
      {isReturned ? (
        <ToneTag tone={task.isWithdrawn ? 'plain' : 'warn'}>{stateLabel('2', task.isWithdrawn)}</ToneTag>
      ) : null}
    </>
  );
}
