import { problem } from '../../../domain/problem/index.ts';
import type { TableModel } from '../model.ts';
import type { CellRef } from '../store/cursor.ts';

export interface UnreadCell {
  cell: CellRef;
  message: string;
}

/** Marks cells that stayed empty because what was pasted or imported could not be read. The mark goes with the next change of the cell. */
export function markUnread({ store, table }: TableModel, cells: readonly UnreadCell[]): void {
  const labels = new Map(table.columns.map(({ key, node }) => [key, node.label ?? key]));
  store.topics.batch(() => {
    for (const { cell, message } of cells)
      store.problems.set(cell, [
        problem('VALUE_RANGE', [], { label: labels.get(cell.column) ?? cell.column, detail: message }),
      ]);
  });
}
