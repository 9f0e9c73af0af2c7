import type { ColumnLayout } from '../columns.ts';
import type { TableStore } from '../store/tableStore.ts';

/** A rectangle of cells: row indexes and column positions, all inclusive. */
export interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const cache = new WeakMap<TableStore, { key: readonly unknown[]; block: Block | null }>();

/** Returns the selected block; null without an active cell. Cached, because every visible cell calls this function. */
export function selectedBlock(store: TableStore, layout: readonly ColumnLayout[]): Block | null {
  const key = [store.cursor.active(), store.cursor.anchor(), store.rows.all(), layout];
  const cached = cache.get(store);
  if (cached && key.every((part, i) => part === cached.key[i])) return cached.block;
  const block = findBlock(store, layout);
  cache.set(store, { key, block });
  return block;
}

function findBlock({ cursor, rows }: TableStore, layout: readonly ColumnLayout[]): Block | null {
  const active = cursor.active();
  const anchor = cursor.anchor();
  if (!active || !anchor) return null;
  const [a, b] = [active, anchor].map(({ rowId, column }) => ({
    row: rows.indexOf(rowId),
    column: layout.findIndex((item) => item.column.key === column),
  }));
  if (Math.min(a.row, b.row, a.column, b.column) < 0) return null;
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  };
}

export const isSingleCell = (block: Block): boolean => block.top === block.bottom && block.left === block.right;

/** Returns true if the cell is in a selected block of several cells. */
export function isInSelection(
  store: TableStore,
  rowIndex: number,
  columnPosition: number,
  layout: readonly ColumnLayout[],
): boolean {
  const active = store.cursor.active();
  if (active === null || active === store.cursor.anchor()) return false;
  const block = selectedBlock(store, layout);
  return block !== null && !isSingleCell(block) && isInsideBlock(block, rowIndex, columnPosition);
}

/** Returns true for the bottom right cell of the selection, which has the fill handle. */
export function isFillCorner(
  store: TableStore,
  rowIndex: number,
  columnPosition: number,
  layout: readonly ColumnLayout[],
): boolean {
  const block = selectedBlock(store, layout);
  return block !== null && rowIndex === block.bottom && columnPosition === block.right;
}

export const isInsideBlock = (block: Block | null, rowIndex: number, columnPosition: number): boolean =>
  block !== null &&
  rowIndex >= block.top &&
  rowIndex <= block.bottom &&
  columnPosition >= block.left &&
  columnPosition <= block.right;
