import { Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import type { Line, LinesPage } from '../../../runtime/services/datasets.ts';
import { figureText, numberOf } from '../../figures/figureText.ts';
import { groupByHeading, sortDirectionsOf } from '../listParts.ts';
import { ResizableTitle } from '../columns/ResizableTitle.tsx';
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
  /** Default sort order of the ledger. */
  defaultSort: LedgerState['sort'];
  onSort(sort: LedgerState['sort']): void;
  onResize(field: string, width: number): void;
}

const TABLE_COMPONENTS = { header: { cell: ResizableTitle } };
/** Width of the column with the row number, in px. */
const NUMBER_WIDTH = 64;

/** Returns the greatest absolute value of a column on the page; the bar of this value fills the whole width. */
export const maxAbsoluteValueOf = (page: LinesPage, { index }: LedgerColumn): number =>
  Math.max(0, ...page.rows.map(({ values }) => Math.abs(numberOf(values[index]) ?? 0)));

/** A ledger as a table with grouped headings and the sums of all rows in the footer; the server sorts. */
export function LedgerTable({
  page,
  columns,
  isLoading,
  empty,
  firstNumber,
  onDrill,
  sort,
  defaultSort,
  onSort,
  onResize,
}: Props) {
  const firstTextColumn = columns.find(({ textHead }) => textHead !== null);
  const toTableColumn = (column: LedgerColumn): TableColumnsType<Line>[number] => {
    const maxAbsoluteValue = column.isBar ? maxAbsoluteValueOf(page, column) : 0;
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
            sortDirections: sortDirectionsOf(column.field, defaultSort),
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
          linksToRecord={column === firstTextColumn}
          maxAbsoluteValue={maxAbsoluteValue}
          onDrill={onDrill}
        />
      ),
    };
  };
  const tableColumns: TableColumnsType<Line> = [
    {
      key: '#',
      title: '序号',
      width: NUMBER_WIDTH,
      align: 'center',
      fixed: 'left',
      render: (_value, _row, index) => firstNumber + index,
    },
    ...groupByHeading(columns).flatMap((group): TableColumnsType<Line> => {
      const subColumns = group.columns.map(toTableColumn);
      return group.head === null
        ? subColumns
        : [{ key: `head-${group.head}`, title: group.head, children: subColumns }];
    }),
  ];
  return (
    <Table<Line>
      size="small"
      className="sc-ledger-table"
      bordered={columns.some(({ head }) => head)}
      components={TABLE_COMPONENTS}
      rowKey="key"
      columns={tableColumns}
      dataSource={[...page.rows]}
      pagination={false}
      loading={isLoading}
      scroll={{ x: columns.reduce((sum, { width }) => sum + width, NUMBER_WIDTH) }}
      locale={{ emptyText: empty }}
      onRow={(row, index) =>
        ({ 'data-row': index, 'data-record': row.recordId ?? undefined }) as React.HTMLAttributes<HTMLElement>
      }
      onChange={(_pages, _filters, sorter) => {
        const activeSorter = Array.isArray(sorter) ? sorter[0] : sorter;
        onSort(
          activeSorter?.order && activeSorter.columnKey
            ? { field: String(activeSorter.columnKey), order: activeSorter.order === 'ascend' ? 'asc' : 'desc' }
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
                    <b data-sum={column.field}>{figureText(page.sums[column.index], column.figure)}</b>
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
