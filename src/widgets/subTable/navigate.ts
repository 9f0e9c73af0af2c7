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

export interface Place {
  index: number;
  column: number;
}

const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));

/** Where a movement key leads; the edges hold. */
export function step(
  { index, column }: Place,
  direction: Direction,
  size: { rows: number; columns: number; page: number },
): Place {
  const to = (rows: number, columns: number): Place => ({
    index: clamp(rows, size.rows),
    column: clamp(columns, size.columns),
  });
  switch (direction) {
    case 'up':
      return to(index - 1, column);
    case 'down':
      return to(index + 1, column);
    case 'left':
      return to(index, column - 1);
    case 'right':
      return to(index, column + 1);
    case 'rowStart':
      return to(index, 0);
    case 'rowEnd':
      return to(index, size.columns - 1);
    case 'columnStart':
      return to(0, column);
    case 'columnEnd':
      return to(size.rows - 1, column);
    case 'first':
      return to(0, 0);
    case 'last':
      return to(size.rows - 1, size.columns - 1);
    case 'pageUp':
      return to(index - size.page, column);
    case 'pageDown':
      return to(index + size.page, column);
  }
}

/** How far Tab looks for the next cell that can be edited. */
const REACH = 2000;

/** The next (or previous) editable cell in reading order; null at the end, so that Tab leaves the table. */
export function nextEditable(
  from: Place,
  isForward: boolean,
  rows: readonly Row[],
  columns: readonly CompiledColumn[],
  isEditable: (column: CompiledColumn, row: Row) => boolean,
): CellRef | null {
  let position = from.index * columns.length + from.column;
  for (let tried = 0; tried < REACH; tried += 1) {
    position += isForward ? 1 : -1;
    if (position < 0 || position >= rows.length * columns.length) return null;
    const row = rows[Math.floor(position / columns.length)];
    const column = columns[position % columns.length];
    if (isEditable(column, row)) return { rowId: row.id, column: column.key };
  }
  return null;
}
