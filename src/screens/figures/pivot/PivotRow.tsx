/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props
   -- virtualized: cells outside of the viewport are not in the DOM, which a <table> cannot express */
import { memo, type CSSProperties } from 'react';
import type { Figure, FigureRow, PivotLayout } from '../../../runtime/services/datasets.ts';
import { figureText } from '../figureText.ts';
import type { Cell } from '../useDrill.tsx';
import { keysOf, lineName, type PivotLine } from './pivotModel.ts';

/** A column of cells: a line along the top and one of the figures. */
export interface PivotColumn {
  line: PivotLine;
  figure: Figure;
  /** Where the figure stands among the values of an answer. */
  place: number;
}

/** A column that is in the window, and where it begins. */
export interface ShownColumn {
  index: number;
  start: number;
}

/** What all rows of a pivot share; the same object until there are other answers. */
export interface PivotCells {
  layout: PivotLayout;
  columns: readonly PivotColumn[];
  cell(row: PivotLine, column: PivotLine): FigureRow | undefined;
  onOpen(cell: Cell): void;
  left: number;
  sideWidth: number;
  columnWidth: number;
}

interface RowProps {
  cells: PivotCells;
  row: PivotLine;
  before: PivotLine | undefined;
  index: number;
  shown: readonly ShownColumn[];
  width: number;
  /** Where it stands among the rows; null: it is the foot. */
  start: number | null;
}

/** Drawn anew only when other columns come into the window. */
export const PivotRow = memo(function PivotRow({ cells, row, before, index, shown, width, start }: RowProps) {
  const { layout, left, sideWidth } = cells;
  const isSame = (level: number): boolean =>
    row.kind === 'value' &&
    before?.kind === 'value' &&
    before.keys.slice(0, level + 1).join('\u0000') === row.keys.slice(0, level + 1).join('\u0000');
  const style: CSSProperties = start === null ? { width } : { width, transform: `translateY(${start}px)` };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={start === null ? 'sc-pivot-row sc-pivot-foot' : 'sc-pivot-row'}
      data-kind={row.kind}
      style={style}
    >
      <div className="sc-pivot-side" style={{ width: left }}>
        {row.kind === 'value' ? (
          row.labels.map((label, level) => (
            <span key={layout.rows[level]} role="rowheader" title={label} style={{ width: sideWidth }}>
              {level < row.labels.length - 1 && isSame(level) ? '' : label}
            </span>
          ))
        ) : (
          <span role="rowheader" style={{ width: left }} title={lineName(row)}>
            {lineName(row)}
          </span>
        )}
      </div>
      {shown.map(({ index: at, start: from }) => (
        <PivotCell key={at} cells={cells} row={row} at={at} start={from} />
      ))}
    </div>
  );
});

interface CellProps {
  cells: PivotCells;
  row: PivotLine;
  at: number;
  start: number;
}

const PivotCell = memo(function PivotCell({ cells, row, at, start }: CellProps) {
  const { layout, columns, cell, onOpen, left, columnWidth } = cells;
  const column = columns[at];
  if (!column) return null;
  const { line, figure, place } = column;
  const value = cell(row, line)?.values[place] ?? null;
  const text = figureText(value, figure);
  return (
    <div
      role="cell"
      aria-colindex={at + 1 + Math.max(1, layout.rows.length)}
      className="sc-pivot-cell"
      data-kind={line.kind}
      style={{ left: left + start, width: columnWidth }}
    >
      {figure.isMeasure && value !== null && Number(value) !== 0 ? (
        <button
          type="button"
          className="sc-figure-open"
          onClick={() =>
            onOpen({
              keys: keysOf(layout, row, line),
              labels: [...row.labels, ...line.labels],
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
