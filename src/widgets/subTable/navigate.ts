import type { CompiledColumn, Row } from '../../kernel/index.ts';
import type { CellRef } from './store/cursor.ts';

export type Direction =
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'rowStart'
  | 'rowEnd'
  | 'columnStart'
  | 'columnEnd'
  | 'first'
  | 'last'
  | 'pageUp'
  | 'pageDown';

/** Position of a cell: row index, and index of the column among the displayed columns. */
export interface CellPosition {
  index: number;
  column: number;
}

const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));

/** Returns the position after a movement key, always inside the table. `page`: number of rows per page. */
export function nextPosition(
  { index, column }: CellPosition,
  direction: Direction,
  tableSize: { rows: number; columns: number; page: number },
): CellPosition {
  const clampTo = (newIndex: number, newColumn: number): CellPosition => ({
    index: clamp(newIndex, tableSize.rows),
    column: clamp(newColumn, tableSize.columns),
  });
  switch (direction) {
    case 'up':
      return clampTo(index - 1, column);
    case 'down':
      return clampTo(index + 1, column);
    case 'left':
      return clampTo(index, column - 1);
    case 'right':
      return clampTo(index, column + 1);
    case 'rowStart':
      return clampTo(index, 0);
    case 'rowEnd':
      return clampTo(index, tableSize.columns - 1);
    case 'columnStart':
      return clampTo(0, column);
    case 'columnEnd':
      return clampTo(tableSize.rows - 1, column);
    case 'first':
      return clampTo(0, 0);
    case 'last':
      return clampTo(tableSize.rows - 1, tableSize.columns - 1);
    case 'pageUp':
      return clampTo(index - tableSize.page, column);
    case 'pageDown':
      return clampTo(index + tableSize.page, column);
  }
}

/** Maximum number of cells that Tab checks to find the next editable cell. */
const MAX_CHECKED_CELLS = 2000;

/**
 * Returns the next or previous editable cell in reading order. Null if there is none among the next `MAX_CHECKED_CELLS`
 * cells; Tab then leaves the table.
 */
export function nextEditable(
  from: CellPosition,
  isForward: boolean,
  rows: readonly Row[],
  columns: readonly CompiledColumn[],
  isEditable: (column: CompiledColumn, row: Row) => boolean,
): CellRef | null {
  let position = from.index * columns.length + from.column;
  for (let checkedCount = 0; checkedCount < MAX_CHECKED_CELLS; checkedCount += 1) {
    position += isForward ? 1 : -1;
    if (position < 0 || position >= rows.length * columns.length) return null;
    const row = rows[Math.floor(position / columns.length)];
    const column = columns[position % columns.length];
    if (isEditable(column, row)) return { rowId: row.id, column: column.key };
  }
  return null;
}
