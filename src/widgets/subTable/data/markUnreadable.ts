import { problem } from '../../../domain/problem/index.ts';
import type { TableModel } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';

export interface UnreadableCell {
  cell: CellRef;
  message: string;
}

/**
 * Marks cells that stayed empty because the pasted or imported text was unreadable. The mark stays until the cell is
 * changed or the form is validated. Cells of removed rows are skipped.
 */
export function markUnreadable({ store, table }: TableModel, cells: readonly UnreadableCell[]): void {
  const labels = new Map(table.columns.map(({ key, node }) => [key, node.label ?? key]));
  store.topics.batch(() => {
    for (const { cell, message } of cells) {
      if (store.rows.indexOf(cell.rowId) < 0) continue;
      store.problems.set(cell, [
        problem('VALUE_RANGE', [], { label: labels.get(cell.column) ?? cell.column, detail: message }),
      ]);
    }
  });
}
