import { Button, Table } from 'antd';
import type { AuditEntry } from '../../runtime/services/audit.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { ChangeTable } from './ChangeTable.tsx';
import { summaryOf, toneOf, personNameOf } from './summary.ts';

export interface AuditTableProps {
  rows: readonly AuditEntry[];
  isLoading: boolean;
  /**
   * True for the log of records, false for the log of administration. An entry of the log of records has the form key
   * as `object` and the record id as `objectId`.
   */
  showsRecordLog: boolean;
  /** Filters the log by the object or person of an entry. */
  onFilterBy(entry: AuditEntry, criterion: 'object' | 'person'): void;
}

/** Returns the address of the page of an entry's record. */
export const recordAddress = ({ object, objectId }: AuditEntry): string =>
  `#/commonEntry/detail?formKey=${encodeURIComponent(object)}&id=${encodeURIComponent(objectId)}`;

/** The details of an entry: its changes, its identifiers, and links that filter the log. */
export function EntryDetail({
  entry,
  showsRecordLog,
  onFilterBy,
}: { entry: AuditEntry } & Pick<AuditTableProps, 'showsRecordLog' | 'onFilterBy'>) {
  return (
    <div className="dz-audit-detail" data-entry={entry.id}>
      <ChangeTable entry={entry} />
      <div className="dz-audit-foot">
        {entry.objectId ? (
          <span>
            编号 <code>{entry.objectId}</code>
          </span>
        ) : null}
        {entry.requestId ? (
          <span>
            请求号 <code>{entry.requestId}</code>
          </span>
        ) : null}
        {entry.objectId ? (
          <Button type="link" size="small" onClick={() => onFilterBy(entry, 'object')} data-action="only-object">
            只看此{showsRecordLog ? '单据' : '对象'}
          </Button>
        ) : null}
        {entry.userId ? (
          <Button type="link" size="small" onClick={() => onFilterBy(entry, 'person')} data-action="only-person">
            只看此人
          </Button>
        ) : null}
        {showsRecordLog && entry.action !== 'remove' ? (
          <a href={recordAddress(entry)} target="_blank" rel="noreferrer">
            打开单据
          </a>
        ) : null}
      </div>
    </div>
  );
}

/** The audit log as a table; an entry can be expanded to its changes. */
export function AuditTable({ rows, isLoading, showsRecordLog, onFilterBy }: AuditTableProps) {
  return (
    <Table<AuditEntry>
      size="small"
      rowKey="id"
      loading={isLoading}
      dataSource={[...rows]}
      scroll={{ x: 1000 }}
      locale={{ emptyText: '没有符合条件的日志' }}
      onRow={({ id }) => ({ 'data-row': id }) as object}
      expandable={{
        expandedRowRender: (entry) => (
          <EntryDetail entry={entry} showsRecordLog={showsRecordLog} onFilterBy={onFilterBy} />
        ),
        expandRowByClick: true,
        columnWidth: 40,
        columnTitle: <span className="sc-hidden-text">展开</span>,
      }}
      pagination={false}
      columns={[
        { title: '时间', dataIndex: 'time', width: 165 },
        { title: '人员', key: 'who', width: 100, ellipsis: true, render: (_: unknown, entry) => personNameOf(entry) },
        {
          title: '操作',
          dataIndex: 'actionType',
          width: 110,
          render: (text: string, { action }) => <StatusTag tone={toneOf(action)}>{text}</StatusTag>,
        },
        { title: showsRecordLog ? '表单' : '对象', dataIndex: 'objectType', width: 140, ellipsis: true },
        {
          title: showsRecordLog ? '单据' : '名称',
          dataIndex: 'objectName',
          width: 220,
          ellipsis: true,
          render: (name: string) => name || '—',
        },
        { title: '修改内容', key: 'changes', ellipsis: true, render: (_: unknown, entry) => summaryOf(entry) || '—' },
        ...(showsRecordLog
          ? []
          : [
              {
                title: '来源地址',
                dataIndex: 'address',
                width: 130,
                ellipsis: true,
                render: (address: string) => address || '—',
              },
            ]),
      ]}
    />
  );
}
