import type { TableModel } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';
import { blockOf } from './block.ts';

/** The selected cells in reading order; the active one when no block is selected. */
export function cellsOf({ store, layout }: TableModel): CellRef[] {
  const block = blockOf(store, layout);
  if (block === null) return [];
  const columns = layout.slice(block.left, block.right + 1);
  return store.rows
    .all()
    .slice(block.top, block.bottom + 1)
    .flatMap((row) => columns.map(({ column }) => ({ rowId: row.id, column: column.key })));
}
