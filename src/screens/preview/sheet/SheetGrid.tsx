/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props -- rows outside the window do not exist, which a <table> cannot say */
import { useMemo, useRef, type CSSProperties } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Merge, Sheet, SheetCell } from './workbook.ts';

const ROW = 28;
const HEAD = 48;

/** A, B … Z, AA … as spreadsheets name their columns. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** Merged cells by the rows they touch, and every cell that one of them covers. */
function coverOf(merges: readonly Merge[]): { byRow: Map<number, Merge[]>; covered: Set<string> } {
  const byRow = new Map<number, Merge[]>();
  const covered = new Set<string>();
  for (const merge of merges) {
    for (let row = merge.row; row < merge.row + merge.rows; row += 1) {
      byRow.set(row, [...(byRow.get(row) ?? []), merge]);
      for (let column = merge.column; column < merge.column + merge.columns; column += 1)
        covered.add(`${row},${column}`);
    }
  }
  return { byRow, covered };
}

/** One sheet: rows are virtual, so that thousands of them open at once; merged cells span. */
export function SheetGrid({ sheet }: { sheet: Sheet }) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, widths } = sheet;
  const lefts = useMemo(
    () => widths.reduce<number[]>((all, width) => [...all, (all.at(-1) ?? 0) + width], [HEAD]),
    [widths],
  );
  const { byRow, covered } = useMemo(() => coverOf(sheet.merges), [sheet.merges]);
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's functions are read in this render only
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const firstShown = items[0]?.index ?? 0;
  const box = (column: number, columns = 1): CSSProperties => ({
    left: lefts[column],
    width: lefts[column + columns] - lefts[column],
  });
  const shown = (cell: SheetCell | null | undefined, column: number, style: CSSProperties) => (
    <div
      key={column}
      role="cell"
      className={cell?.n ? 'pv-cell pv-number' : 'pv-cell'}
      style={style}
      title={cell && cell.t.length > 8 ? cell.t : undefined}
    >
      {cell?.t ?? ''}
    </div>
  );
  return (
    <div
      ref={scroller}
      className="pv-sheet"
      role="table"
      aria-label={sheet.name}
      aria-rowcount={rows.length}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
    >
      <div className="pv-sheet-head" role="row" style={{ width: lefts.at(-1) }}>
        <div role="columnheader" className="pv-corner" style={{ width: HEAD }}>
          行号
        </div>
        {widths.map((width, column) =>
          width === 0 ? null : (
            <div key={column} role="columnheader" className="pv-column" style={{ width }}>
              {columnName(column)}
            </div>
          ),
        )}
      </div>
      <div role="rowgroup" style={{ position: 'relative', width: lefts.at(-1), height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => (
          <div key={index} role="row" aria-rowindex={index + 1} className="pv-row" style={{ top: start, height: ROW }}>
            <div role="rowheader" className="pv-row-number" style={{ width: HEAD }}>
              {index + 1}
            </div>
            {rows[index].map((cell, column) =>
              cell === null || widths[column] === 0 || covered.has(`${index},${column}`)
                ? null
                : shown(cell, column, { ...box(column), height: ROW }),
            )}
            {(byRow.get(index) ?? [])
              .filter((merge) => merge.row === index || index === firstShown)
              .map((merge) =>
                shown(rows[merge.row]?.[merge.column], merge.column, {
                  ...box(merge.column, merge.columns),
                  top: (merge.row - index) * ROW,
                  height: merge.rows * ROW,
                  zIndex: 1,
                  lineHeight: merge.rows > 1 ? '20px' : undefined,
                }),
              )}
          </div>
        ))}
      </div>
    </div>
  );
}
