import type { HistoryEntry, PendingTask } from '../../../runtime/services/tasks.ts';
import { durationText } from '../../shared/duration.ts';
import { StatusTag } from '../../shared/StatusTag.tsx';
import { ACTION_NAMES, actionName } from '../actionNames.ts';
import { HistoryFiles } from '../HistoryFiles.tsx';

/**
 * One step of the history: person, department, action, time, duration, opinion, files and signature. `item`: name of
 * the current row or person of a repeated sub-process; '' outside of one.
 */
export function Step({ entry, item = '' }: { entry: HistoryEntry; item?: string }) {
  return (
    <div className="sc-history-entry">
      {item === '' ? null : <strong>{item}</strong>}
      <div>
        <span>{entry.userName}</span>
        {entry.deptName ? <span className="sc-note-inline">（{entry.deptName}）</span> : null}{' '}
        <StatusTag tone={ACTION_NAMES[entry.action]?.tone ?? 'plain'}>{actionName(entry.action)}</StatusTag>{' '}
        <time>{entry.time}</time>
        {entry.duration === undefined ? null : (
          <span className="sc-note-inline" title={entry.arriveTime ? `${entry.arriveTime} 到达` : undefined}>
            {`　用时 ${durationText(entry.duration)}`}
          </span>
        )}
      </div>
      {entry.detail ? <p className="sc-note">{entry.detail}</p> : null}
      {entry.opinion && entry.opinion !== actionName(entry.action) ? <p>{entry.opinion}</p> : null}
      {entry.files ? <HistoryFiles ids={entry.files} /> : null}
      {entry.signature ? <HistoryFiles ids={entry.signature} isSignature /> : null}
    </div>
  );
}

/** A pending task with its assignees and its waiting time. */
export function PendingStep({ task, item = '' }: { task: PendingTask; item?: string }) {
  return (
    <div className="sc-history-entry">
      {item === '' ? null : <strong>{item}</strong>}
      <div>
        <span>{task.names.join('、')}</span>
        {task.deptName ? <span className="sc-note-inline">（{task.deptName}）</span> : null}{' '}
        <StatusTag tone="busy">待办理</StatusTag> <time>{task.arriveTime} 到达</time>
        <span className="sc-note-inline">　已等待 {durationText(task.waiting)}</span>
      </div>
      {task.dueTime ? <p className="sc-note">办理期限 {task.dueTime}</p> : null}
    </div>
  );
}
