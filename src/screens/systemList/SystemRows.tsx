import { Spin, Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { ResizableTitle } from '../list/columns/ResizableTitle.tsx';
import { cellText, SystemCell } from './SystemCell.tsx';
import { textOf, type ArrangedSystemColumn, type SystemRow, type SystemSort } from './rows.ts';

interface Props {
  columns: readonly ArrangedSystemColumn[];
  rows: readonly SystemRow[];
  rowKey: string;
  isLoading: boolean;
  empty: ReactNode;
  /** Null if the list has no row actions. */
  actionsOf: ((row: SystemRow) => ReactNode) | null;
}

interface TableProps extends Props {
  /** Accessible name of the table. */
  title: string;
  sort: SystemSort | null;
  onSort(sort: SystemSort | null): void;
  onResize(field: string, width: number): void;
}

const TABLE_COMPONENTS = { header: { cell: ResizableTitle } };
/** Width of the column with the row actions, in pixels. */
const ACTIONS_WIDTH = 190;
const SORT_DIRECTIONS = { asc: 'ascend', desc: 'descend' } as const;

/** Rows of a system list as a table. The server sorts; column widths can be changed by drag. */
export function SystemTable({
  title,
  columns,
  rows,
  rowKey,
  isLoading,
  empty,
  actionsOf,
  sort,
  onSort,
  onResize,
}: TableProps) {
  const tableColumns: TableColumnsType<SystemRow> = columns.map(
    ({ field, title: name, width: columnWidth, fixed, column }) => ({
      key: field,
      title: name,
      width: columnWidth,
      ellipsis: column.kind === undefined || column.kind === 'text' || column.kind === 'time',
      align: column.kind === 'count' || column.kind === 'size' ? ('right' as const) : ('left' as const),
      ...(fixed ? { fixed } : {}),
      ...(column.sortable
        ? {
            sorter: true,
            sortDirections: ['ascend' as const, 'descend' as const],
            showSorterTooltip: { title: '点击排序' },
            sortOrder: sort?.field === field ? SORT_DIRECTIONS[sort.order] : null,
          }
        : {}),
      onHeaderCell: () =>
        ({
          columnWidth,
          onResize: (next: number) => onResize(field, next),
        }) as React.HTMLAttributes<HTMLTableCellElement>,
      render: (_value, row) => <SystemCell column={column} row={row} />,
    }),
  );
  if (actionsOf)
    tableColumns.push({
      key: 'actions',
      title: '操作',
      width: ACTIONS_WIDTH,
      fixed: 'right',
      render: (_value, row) => actionsOf(row),
    });
  const totalWidth = columns.reduce((sum, column) => sum + column.width, actionsOf ? ACTIONS_WIDTH : 0);
  return (
    <Table<SystemRow>
      aria-label={title}
      size="middle"
      components={TABLE_COMPONENTS}
      rowKey={(row) => textOf(row[rowKey])}
      columns={tableColumns}
      dataSource={[...rows]}
      pagination={false}
      loading={isLoading}
      scroll={{ x: totalWidth }}
      locale={{ emptyText: empty }}
      onRow={(row) => ({ 'data-row': textOf(row[rowKey]) }) as React.HTMLAttributes<HTMLElement>}
      onChange={(_pages, _filters, sorter) => {
        const activeSorter = Array.isArray(sorter) ? sorter[0] : sorter;
        onSort(
          activeSorter?.order && activeSorter.columnKey
            ? { field: String(activeSorter.columnKey), order: activeSorter.order === 'ascend' ? 'asc' : 'desc' }
            : null,
        );
      }}
    />
  );
}

/** Rows of a system list as cards, for phones; the first column is the heading. */
export function SystemCards({ columns, rows, rowKey, isLoading, empty, actionsOf }: Props) {
  const [headColumn, ...bodyColumns] = columns;
  if (rows.length === 0 && !isLoading) return <div className="sc-cards-empty">{empty}</div>;
  return (
    <Spin spinning={isLoading}>
      <ul className="sc-cards">
        {rows.map((row) => (
          <li key={textOf(row[rowKey])} className="sc-card" data-row={textOf(row[rowKey])}>
            <div className="sc-card-head">
              <strong>{headColumn ? <SystemCell column={headColumn.column} row={row} /> : null}</strong>
            </div>
            <dl className="sc-card-body">
              {bodyColumns
                .filter(({ column }) => cellText(column, row) !== '')
                .map(({ field, title, column }) => (
                  <div key={field}>
                    <dt>{title}</dt>
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
