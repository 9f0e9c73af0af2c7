import { Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import type { Line, LinesPage } from '../../../runtime/services/datasets.ts';
import { figureText, numberOf } from '../../figures/figureText.ts';
import { underHeads } from '../listParts.ts';
import { ResizableTitle } from '../ResizableTitle.tsx';
import { LedgerCell } from './LedgerCell.tsx';
import type { LedgerColumn } from './ledgerColumns.ts';
import type { LedgerState } from './ledgerState.ts';

export interface LedgerRowsProps {
  page: LinesPage;
  columns: readonly LedgerColumn[];
  isLoading: boolean;
  empty: ReactNode;
  /** Number of the first row, from 1. */
  firstNumber: number;
  onDrill: ((column: LedgerColumn, row: Line) => void) | undefined;
}

interface Props extends LedgerRowsProps {
  sort: LedgerState['sort'];
  onSort(sort: LedgerState['sort']): void;
  onResize(field: string, width: number): void;
}

const COMPONENTS = { header: { cell: ResizableTitle } };
const NUMBER_WIDTH = 64;

/** The greatest figures of a page, for bars. */
export const greatest = (page: LinesPage, { place }: LedgerColumn): number =>
  Math.max(0, ...page.rows.map(({ values }) => Math.abs(numberOf(values[place]) ?? 0)));

/** A ledger as a table: grouped heads, sorted by the server, sums of all rows in its foot. */
export function LedgerTable({ page, columns, isLoading, empty, firstNumber, onDrill, sort, onSort, onResize }: Props) {
  const first = columns.find(({ text }) => text !== null);
  const leaf = (column: LedgerColumn): TableColumnsType<Line>[number] => {
    const most = column.isBar ? greatest(page, column) : 0;
    return {
      key: column.field,
      title: column.title,
      width: column.width,
      ellipsis: true,
      align: column.align,
      onHeaderCell: () =>
        ({
          columnWidth: column.width,
          onResize: (width: number) => onResize(column.field, width),
          'data-column': column.field,
        }) as React.HTMLAttributes<HTMLTableCellElement>,
      ...(column.fixed ? { fixed: column.fixed } : {}),
      ...(column.isSortable
        ? {
            sorter: true,
            sortDirections: ['ascend' as const, 'descend' as const],
            showSorterTooltip: { title: '点击排序' },
            sortOrder:
              sort?.field === column.field ? (sort.order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
          }
        : {}),
      render: (_value: unknown, row: Line) => (
        <LedgerCell
          column={column}
          row={row}
          formKey={page.formKey}
          isFirst={column === first}
          most={most}
          onDrill={onDrill}
        />
      ),
    };
  };
  const shown: TableColumnsType<Line> = [
    {
      key: '#',
      title: '序号',
      width: NUMBER_WIDTH,
      align: 'center',
      fixed: 'left',
      render: (_value, _row, index) => firstNumber + index,
    },
    ...underHeads(columns).flatMap((part): TableColumnsType<Line> => {
      const leaves = part.columns.map(leaf);
      return part.head === null ? leaves : [{ key: `head-${part.head}`, title: part.head, children: leaves }];
    }),
  ];
  return (
    <Table<Line>
      size="small"
      className="sc-ledger-table"
      bordered={columns.some(({ head }) => head)}
      components={COMPONENTS}
      rowKey="key"
      columns={shown}
      dataSource={[...page.rows]}
      pagination={false}
      loading={isLoading}
      scroll={{ x: columns.reduce((sum, { width }) => sum + width, NUMBER_WIDTH) }}
      locale={{ emptyText: empty }}
      onRow={(row, index) =>
        ({ 'data-row': index, 'data-record': row.recordId ?? undefined }) as React.HTMLAttributes<HTMLElement>
      }
      onChange={(_pages, _filters, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter;
        onSort(
          one?.order && one.columnKey
            ? { field: String(one.columnKey), order: one.order === 'ascend' ? 'asc' : 'desc' }
            : null,
        );
      }}
      summary={() =>
        page.rows.length > 0 && columns.some(({ figure }) => figure !== null) ? (
          <Table.Summary>
            <Table.Summary.Row className="sc-ledger-sums" data-sums={page.formKey}>
              <Table.Summary.Cell index={0} align="center">
                合计
              </Table.Summary.Cell>
              {columns.map((column, index) => (
                <Table.Summary.Cell key={column.field} index={index + 1} align={column.align}>
                  {column.figure ? (
                    <b data-sum={column.field}>{figureText(page.sums[column.place], column.figure)}</b>
                  ) : null}
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          </Table.Summary>
        ) : null
      }
    />
  );
}
