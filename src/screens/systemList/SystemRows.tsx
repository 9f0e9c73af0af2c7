import { Spin, Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { cellText, SystemCell } from './SystemCell.tsx';
import { textOf, type SystemColumn, type SystemRow } from './rows.ts';

interface Props {
  columns: readonly SystemColumn[];
  rows: readonly SystemRow[];
  rowKey: string;
  isLoading: boolean;
  empty: ReactNode;
  /** Null where no row has an action. */
  actionsOf: ((row: SystemRow) => ReactNode) | null;
}

const ACTIONS_WIDTH = 190;
const WIDTH = 130;

/** Rows of a system list as a table; wide ones scroll sideways. */
export function SystemTable({ columns, rows, rowKey, isLoading, empty, actionsOf }: Props) {
  const shown: TableColumnsType<SystemRow> = columns.map((column) => ({
    key: column.key,
    title: column.title,
    width: column.width ?? WIDTH,
    ellipsis: column.kind === undefined || column.kind === 'text' || column.kind === 'time',
    align: column.kind === 'count' || column.kind === 'size' ? ('right' as const) : ('left' as const),
    ...(column.fixed ? { fixed: column.fixed } : {}),
    render: (_value, row) => <SystemCell column={column} row={row} />,
  }));
  if (actionsOf)
    shown.push({
      key: 'actions',
      title: '操作',
      width: ACTIONS_WIDTH,
      fixed: 'right',
      render: (_value, row) => actionsOf(row),
    });
  const width = columns.reduce((sum, column) => sum + (column.width ?? WIDTH), actionsOf ? ACTIONS_WIDTH : 0);
  return (
    <Table<SystemRow>
      size="middle"
      rowKey={(row) => textOf(row[rowKey])}
      columns={shown}
      dataSource={[...rows]}
      pagination={false}
      loading={isLoading}
      scroll={{ x: width }}
      locale={{ emptyText: empty }}
      onRow={(row) => ({ 'data-row': textOf(row[rowKey]) }) as React.HTMLAttributes<HTMLElement>}
    />
  );
}

/** The same as cards, for a phone: the first column heads the card. */
export function SystemCards({ columns, rows, rowKey, isLoading, empty, actionsOf }: Props) {
  const [head, ...rest] = columns;
  if (rows.length === 0 && !isLoading) return <div className="sc-cards-empty">{empty}</div>;
  return (
    <Spin spinning={isLoading}>
      <ul className="sc-cards">
        {rows.map((row) => (
          <li key={textOf(row[rowKey])} className="sc-card" data-row={textOf(row[rowKey])}>
            <div className="sc-card-head">
              <strong>{head ? <SystemCell column={head} row={row} /> : null}</strong>
            </div>
            <dl className="sc-card-body">
              {rest
                .filter((column) => cellText(column, row) !== '')
                .map((column) => (
                  <div key={column.key}>
                    <dt>{column.title}</dt>
                    <dd>
                      <SystemCell column={column} row={row} />
                    </dd>
                  </div>
                ))}
            </dl>
            {actionsOf?.(row)}
          </li>
        ))}
      </ul>
    </Spin>
  );
}
