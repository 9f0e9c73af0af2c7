import type { HistoryEntry, PendingTask } from '../../runtime/services/tasks.ts';
import { durationText } from '../shared/duration.ts';
import { actionName } from '../todo/actionNames.ts';
import { PrintSignature } from './PrintSignature.tsx';

interface Props {
  entries: readonly HistoryEntry[];
  /** On a flow sheet: who has it now; then departments and durations are there, too. */
  pending?: readonly PendingTask[];
}

function Opinion({ entry }: { entry: HistoryEntry }) {
  return (
    <>
      {entry.opinion}
      {entry.detail ? <div className="pr-detail">{entry.detail}</div> : null}
      {entry.files ? <div className="pr-detail">附件 {entry.files.split(',').length} 个</div> : null}
      {entry.signature ? (
        <div>
          <PrintSignature id={entry.signature} name={entry.userName} />
        </div>
      ) : null}
    </>
  );
}

/** What the approvers said and signed, as a table of the printed form. */
export function PrintOpinions({ entries, pending }: Props) {
  if (entries.length === 0 && !pending?.length) return null;
  const isSheet = pending !== undefined;
  const who = (name: string, dept: string | undefined) => (
    <>
      {name}
      {isSheet && dept ? <div className="pr-detail">{dept}</div> : null}
    </>
  );
  return (
    <section data-history="print">
      <h2>{isSheet ? '流转记录' : '审批意见'}</h2>
      <table className={isSheet ? 'pr-table pr-opinions' : 'pr-table'}>
        <thead>
          <tr>
            <th scope="col">节点</th>
            <th scope="col">办理人</th>
            <th scope="col">结果</th>
            <th scope="col">{isSheet ? '意见与签名' : '意见'}</th>
            <th scope="col">{isSheet ? '办理时间' : '时间'}</th>
            {isSheet ? <th scope="col">用时</th> : null}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{entry.taskNode}</td>
              <td>{who(entry.userName, entry.deptName)}</td>
              <td>{actionName(entry.action)}</td>
              <td>
                <Opinion entry={entry} />
              </td>
              <td>{entry.time}</td>
              {isSheet ? <td>{entry.duration === undefined ? '' : durationText(entry.duration)}</td> : null}
            </tr>
          ))}
          {(pending ?? []).map((task, index) => (
            <tr key={index}>
              <td>{task.taskNode}</td>
              <td>{who(task.names.join('、'), task.deptName)}</td>
              <td>待办理</td>
              <td>—</td>
              <td>{task.arriveTime} 到达</td>
              <td>{durationText(task.waiting)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
