import type { HistoryEntry } from '../../runtime/services/tasks.ts';
import { actionName } from '../todo/actionNames.ts';

/** What the approvers said, as a table of the printed form. */
export function PrintOpinions({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section data-history="print">
      <h2>审批意见</h2>
      <table className="pr-table">
        <thead><tr><th scope="col">节点</th><th scope="col">办理人</th><th scope="col">结果</th><th scope="col">意见</th><th scope="col">时间</th></tr></thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}><td>{entry.taskNode}</td><td>{entry.userName}</td><td>{actionName(entry.action)}</td><td>{entry.opinion}</td><td>{entry.time}</td></tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
