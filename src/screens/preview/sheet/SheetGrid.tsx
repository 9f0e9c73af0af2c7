/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props -- virtualized: rows outside of the viewport are not in the DOM, which a <table> cannot express */
import { useMemo, useRef, type CSSProperties } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Merge, Sheet, SheetCell } from './workbook.ts';
import { columnName } from './columnName.ts';

/** Height of a row and width of the row numbers, in pixels. */
const ROW_HEIGHT = 28;
const HEAD_WIDTH = 48;

/** Returns the merged cells by row, and the keys `row,column` of all cells that they cover. */
function indexMerges(merges: readonly Merge[]): { mergesByRow: Map<number, Merge[]>; coveredKeys: Set<string> } {
  const mergesByRow = new Map<number, Merge[]>();
  const coveredKeys = new Set<string>();
  for (const merge of merges) {
    for (let row = merge.row; row < merge.row + merge.rows; row += 1) {
      mergesByRow.set(row, [...(mergesByRow.get(row) ?? []), merge]);
      for (let column = merge.column; column < merge.column + merge.columns; column += 1)
        coveredKeys.add(`${row},${column}`);
    }
  }
  return { mergesByRow, coveredKeys };
}

/** One sheet with merged cells; rows are virtualized, so that large sheets open quickly. */
export function SheetGrid({ sheet }: { sheet: Sheet }) {
  const scrollContainer = useRef<HTMLDivElement>(null);
  const { rows, widths } = sheet;
  const columnOffsets = useMemo(
    () => widths.reduce<number[]>((all, width) => [...all, (all.at(-1) ?? 0) + width], [HEAD_WIDTH]),
    [widths],
  );
  const { mergesByRow, coveredKeys } = useMemo(() => indexMerges(sheet.merges), [sheet.merges]);
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer's functions are read in this render only
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollContainer.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const virtualRows = virtualizer.getVirtualItems();
  const firstRenderedRow = virtualRows[0]?.index ?? 0;
  const columnBox = (column: number, columns = 1): CSSProperties => ({
    left: columnOffsets[column],
    width: columnOffsets[column + columns] - columnOffsets[column],
  });
  const renderCell = (cell: SheetCell | null | undefined, column: number, style: CSSProperties) => (
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
      ref={scrollContainer}
      className="pv-sheet"
      role="table"
      aria-label={sheet.name}
      aria-rowcount={rows.length}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- makes the sheet scrollable by keyboard
      tabIndex={0}
    >
      <div className="pv-sheet-head" role="row" style={{ width: columnOffsets.at(-1) }}>
        <div role="columnheader" className="pv-corner" style={{ width: HEAD_WIDTH }}>
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
      <div
        role="rowgroup"
        style={{ position: 'relative', width: columnOffsets.at(-1), height: virtualizer.getTotalSize() }}
      >
        {virtualRows.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 1}
            className="pv-row"
            style={{ top: start, height: ROW_HEIGHT }}
          >
            <div role="rowheader" className="pv-row-number" style={{ width: HEAD_WIDTH }}>
              {index + 1}
            </div>
            {rows[index].map((cell, column) =>
              cell === null || widths[column] === 0 || coveredKeys.has(`${index},${column}`)
                ? null
                : renderCell(cell, column, { ...columnBox(column), height: ROW_HEIGHT }),
            )}
            {/* a merged cell that begins above the rendered rows is rendered as part of the first rendered row */}
            {(mergesByRow.get(index) ?? [])
              .filter((merge) => merge.row === index || index === firstRenderedRow)
              .map((merge) =>
                renderCell(rows[merge.row]?.[merge.column], merge.column, {
                  ...columnBox(merge.column, merge.columns),
                  top: (merge.row - index) * ROW_HEIGHT,
                  height: merge.rows * ROW_HEIGHT,
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
