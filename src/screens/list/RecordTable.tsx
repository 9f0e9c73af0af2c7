import { Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { onRowKey } from '../shared/onRowKey.ts';
import type { ListColumn } from './compile.ts';
import { NumberCell } from './NumberCell.tsx';
import { isVoided } from '../shared/flowState.ts';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';
import { RollupCell } from './RollupCell.tsx';
import { groupByHeading, sortDirectionsOf } from './listParts.ts';
import type { ListState } from './query.ts';
import { ResizableTitle } from './columns/ResizableTitle.tsx';

interface Props {
  /** Accessible name of the table. */
  title: string;
  columns: readonly ListColumn[];
  records: readonly FormRecord[];
  sort: ListState['sort'];
  /** Default sort order of the list. */
  defaultSort: ListState['sort'];
  isLoading: boolean;
  empty: ReactNode;
  /** Number of the first row, from 1. */
  firstNumber: number;
  actionsOf(record: FormRecord): ReactNode;
  onSort(sort: ListState['sort']): void;
  onResize(field: string, width: number): void;
  onOpen(record: FormRecord): void;
  /** Makes rows selectable; absent: rows cannot be selected. */
  selection?: { ids: readonly string[]; onChange(ids: readonly string[]): void };
}

const TABLE_COMPONENTS = { header: { cell: ResizableTitle } };
// column widths in px
const NUMBER_WIDTH = 64;
const SELECTION_WIDTH = 44;
const ACTIONS_WIDTH = 170;

/** Records as a table. The server sorts; double click or Enter opens a record; a wide table scrolls horizontally. */
export function RecordTable({
  title,
  columns,
  records,
  sort,
  defaultSort,
  isLoading,
  empty,
  firstNumber,
  actionsOf,
  onSort,
  onResize,
  onOpen,
  selection,
}: Props) {
  // if no column shows the flow state, the first column marks voided records
  const markedColumn = columns.some(({ system }) => system === 'flwState') ? null : columns[0];
  const toTableColumn = (column: ListColumn): TableColumnsType<FormRecord>[number] => ({
    key: column.field,
    title: column.title,
    width: column.width,
    ellipsis: true,
    align: column.align,
    onHeaderCell: () =>
      ({
        columnWidth: column.width,
        onResize: (width: number) => onResize(column.field, width),
      }) as React.HTMLAttributes<HTMLTableCellElement>,
    ...(column.fixed ? { fixed: column.fixed } : {}),
    ...(column.isSortable
      ? {
          sorter: true,
          sortDirections: sortDirectionsOf(column.field, defaultSort),
          showSorterTooltip: { title: '点击排序' },
          sortOrder:
            sort?.field === column.field ? (sort.order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
        }
      : {}),
    render: (_value: unknown, record: FormRecord) => (
      <>
        {column === markedColumn && isVoided(record) ? (
          <span className="sc-voided-mark">
            <FlowStateTag state={record.flwState} />
          </span>
        ) : null}
        {column.isBar || column.tone ? (
          <NumberCell column={column} record={record} records={records} />
        ) : (
          <RollupCell column={column} record={record} />
        )}
      </>
    ),
  });
  const tableColumns: TableColumnsType<FormRecord> = [
    {
      key: '#',
      title: '序号',
      width: NUMBER_WIDTH,
      align: 'center',
      fixed: 'left',
      render: (_value, _record, index) => firstNumber + index,
    },
    ...groupByHeading(columns).flatMap((group): TableColumnsType<FormRecord> => {
      const subColumns = group.columns.map(toTableColumn);
      return group.head === null
        ? subColumns
        : [{ key: `head-${group.head}`, title: group.head, children: subColumns }];
    }),
    {
      key: 'actions',
      title: '操作',
      width: ACTIONS_WIDTH,
      fixed: 'right',
      render: (_value, record) => actionsOf(record),
    },
  ];
  const width = columns.reduce((sum, column) => sum + column.width, NUMBER_WIDTH + ACTIONS_WIDTH);
  return (
    <Table<FormRecord>
      aria-label={title}
      size="middle"
      bordered={columns.some(({ head }) => head)}
      components={TABLE_COMPONENTS}
      rowKey={(record) => record.id ?? ''}
      rowClassName={(record) => (isVoided(record) ? 'sc-voided' : '')}
      columns={tableColumns}
      dataSource={[...records]}
      {...(selection
        ? {
            rowSelection: {
              fixed: true,
              columnWidth: SELECTION_WIDTH,
              selectedRowKeys: [...selection.ids],
              onChange: (keys) => selection.onChange(keys.map(String)),
            },
          }
        : {})}
      pagination={false}
      loading={isLoading}
      scroll={{ x: width }}
      locale={{ emptyText: empty }}
      onRow={(record, index) =>
        ({
          tabIndex: 0,
          'data-row': index,
          'data-record': record.id,
          // React also calls these handlers for events in a drawer that a cell opened; such a double click must not
          // open the record
          onDoubleClick: ({ currentTarget, target }) => {
            if (currentTarget.contains(target as Node)) onOpen(record);
          },
          onKeyDown: (event) => onRowKey(event, () => onOpen(record)),
        }) as React.HTMLAttributes<HTMLElement>
      }
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
