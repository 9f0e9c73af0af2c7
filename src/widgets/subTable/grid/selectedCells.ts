import type { TableModel } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';
import { selectedBlock } from './block.ts';

/** Returns the cells of the selected block, row by row; [] if there is no block. */
export function selectedCells({ store, layout }: TableModel): CellRef[] {
  const block = selectedBlock(store, layout);
  if (block === null) return [];
  const columns = layout.slice(block.left, block.right + 1);
  return store.rows
    .all()
    .slice(block.top, block.bottom + 1)
    .flatMap((row) => columns.map(({ column }) => ({ rowId: row.id, column: column.key })));
}
