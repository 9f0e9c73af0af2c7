import { Empty, Spin } from 'antd';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { EntryDetail, type AuditTableProps } from './AuditTable.tsx';
import { summaryOf, toneOf, personNameOf } from './summary.ts';

/** The audit log on a phone: one card for each entry, which can be expanded to its changes. */
export function AuditCards({ rows, isLoading, showsRecordLog, onFilterBy }: AuditTableProps) {
  if (rows.length === 0)
    return isLoading ? (
      <Spin className="dz-audit-wait" />
    ) : (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合条件的日志" />
    );
  return (
    <Spin spinning={isLoading}>
      <ul className="dz-audit-cards">
        {rows.map((entry) => (
          <li key={entry.id} data-row={entry.id}>
            <details>
              <summary>
                <span className="dz-audit-line">
                  <StatusTag tone={toneOf(entry.action)}>{entry.actionType}</StatusTag>
                  <strong>{entry.objectType}</strong>
                  <span className="dz-audit-name">{entry.objectName}</span>
                </span>
                <span className="dz-audit-summary">{summaryOf(entry)}</span>
                <span className="sc-note">
                  {personNameOf(entry)} {entry.time}
                </span>
              </summary>
              <EntryDetail entry={entry} showsRecordLog={showsRecordLog} onFilterBy={onFilterBy} />
            </details>
          </li>
        ))}
      </ul>
    </Spin>
  );
}
