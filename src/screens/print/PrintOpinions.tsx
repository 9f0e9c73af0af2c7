import type { HistoryEntry, PendingTask } from '../../runtime/services/tasks.ts';
import { durationText } from '../shared/duration.ts';
import { actionName } from '../todo/actionNames.ts';
import { PrintSignature } from './PrintSignature.tsx';

interface Props {
  entries: readonly HistoryEntry[];
  /** The pending tasks, for a flow sheet (流转单), which also shows departments and durations. */
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

/** Table with the opinions and signatures of the approvers. */
export function PrintOpinions({ entries, pending }: Props) {
  if (entries.length === 0 && !pending?.length) return null;
  const isFlowSheet = pending !== undefined;
  const renderPerson = (name: string, dept: string | undefined) => (
    <>
      {name}
      {isFlowSheet && dept ? <div className="pr-detail">{dept}</div> : null}
    </>
  );
  return (
    <section data-history="print">
      <h2>{isFlowSheet ? '流转记录' : '审批意见'}</h2>
      <table className={isFlowSheet ? 'pr-table pr-opinions' : 'pr-table'}>
        <thead>
          <tr>
            <th scope="col">节点</th>
            <th scope="col">办理人</th>
            <th scope="col">结果</th>
            <th scope="col">{isFlowSheet ? '意见与签名' : '意见'}</th>
            <th scope="col">{isFlowSheet ? '办理时间' : '时间'}</th>
            {isFlowSheet ? <th scope="col">用时</th> : null}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{entry.taskNode}</td>
              <td>{renderPerson(entry.userName, entry.deptName)}</td>
              <td>{actionName(entry.action)}</td>
              <td>
                <Opinion entry={entry} />
              </td>
              <td>{entry.time}</td>
              {isFlowSheet ? <td>{entry.duration === undefined ? '' : durationText(entry.duration)}</td> : null}
            </tr>
          ))}
          {(pending ?? []).map((task, index) => (
            <tr key={index}>
              <td>{task.taskNode}</td>
              <td>{renderPerson(task.names.join('、'), task.deptName)}</td>
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
