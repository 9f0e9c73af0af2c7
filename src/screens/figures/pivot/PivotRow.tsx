/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props
   -- virtualized: cells outside of the viewport are not in the DOM, which a <table> cannot express */
import { memo, type CSSProperties } from 'react';
import type { Figure, FigureRow, PivotLayout } from '../../../runtime/services/datasets.ts';
import { canListRecords, figureText } from '../figureText.ts';
import type { Cell } from '../useDrill.tsx';
import { groupKeysOf, headerText, type PivotHeader } from './pivotModel.ts';

/** A column of cells: a column header and one of the figures. */
export interface PivotColumn {
  header: PivotHeader;
  figure: Figure;
  /** Index of the figure in the values of an answer. */
  valueIndex: number;
}

/** A visible column, and its offset in pixels. */
export interface VisibleColumn {
  index: number;
  start: number;
}

/** Data that all rows of a pivot share; the object changes only with new answers. */
export interface RowContext {
  layout: PivotLayout;
  columns: readonly PivotColumn[];
  cellAt(row: PivotHeader, column: PivotHeader): FigureRow | undefined;
  onOpen(cell: Cell): void;
  /** Width in pixels of all columns of the row header together. */
  rowHeaderWidth: number;
  /** Width in pixels of one column of the row header; there is one column for each row group of the layout. */
  rowHeaderColumnWidth: number;
  columnWidth: number;
}

interface RowProps {
  context: RowContext;
  row: PivotHeader;
  previousRow: PivotHeader | undefined;
  index: number;
  visibleColumns: readonly VisibleColumn[];
  width: number;
  /** Vertical offset in pixels; null for the footer. */
  start: number | null;
}

/** One row. Memoised: renders again only when its props change, e.g. when other columns become visible. */
export const PivotRow = memo(function PivotRow({
  context,
  row,
  previousRow,
  index,
  visibleColumns,
  width,
  start,
}: RowProps) {
  const { layout, rowHeaderWidth, rowHeaderColumnWidth } = context;
  const isSameGroupAsBefore = (level: number): boolean =>
    row.kind === 'value' &&
    previousRow?.kind === 'value' &&
    previousRow.keys.slice(0, level + 1).join('\u0000') === row.keys.slice(0, level + 1).join('\u0000');
  const style: CSSProperties = start === null ? { width } : { width, transform: `translateY(${start}px)` };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={start === null ? 'sc-pivot-row sc-pivot-foot' : 'sc-pivot-row'}
      data-kind={row.kind}
      style={style}
    >
      <div className="sc-pivot-side" style={{ width: rowHeaderWidth }}>
        {row.kind === 'value' ? (
          row.labels.map((label, level) => (
            <span key={layout.rows[level]} role="rowheader" title={label} style={{ width: rowHeaderColumnWidth }}>
              {level < row.labels.length - 1 && isSameGroupAsBefore(level) ? '' : label}
            </span>
          ))
        ) : (
          <span role="rowheader" style={{ width: rowHeaderWidth }} title={headerText(row)}>
            {headerText(row)}
          </span>
        )}
      </div>
      {visibleColumns.map(({ index: columnIndex, start: offset }) => (
        <PivotCell key={columnIndex} context={context} row={row} columnIndex={columnIndex} start={offset} />
      ))}
    </div>
  );
});

interface CellProps {
  context: RowContext;
  row: PivotHeader;
  columnIndex: number;
  start: number;
}

const PivotCell = memo(function PivotCell({ context, row, columnIndex, start }: CellProps) {
  const { layout, columns, cellAt, onOpen, rowHeaderWidth, columnWidth } = context;
  const column = columns[columnIndex];
  if (!column) return null;
  const { header, figure, valueIndex } = column;
  const value = cellAt(row, header)?.values[valueIndex] ?? null;
  const text = figureText(value, figure);
  return (
    <div
      role="cell"
      aria-colindex={columnIndex + 1 + Math.max(1, layout.rows.length)}
      className="sc-pivot-cell"
      data-kind={header.kind}
      style={{ left: rowHeaderWidth + start, width: columnWidth }}
    >
      {canListRecords(figure) && value !== null && Number(value) !== 0 ? (
        <button
          type="button"
          className="sc-figure-open"
          onClick={() =>
            onOpen({
              keys: groupKeysOf(layout, row, header),
              labels: [...row.labels, ...header.labels],
              figure: figure.key,
            })
          }
        >
          {text}
        </button>
      ) : (
        text
      )}
    </div>
  );
});
