import type { Row } from '../../../kernel/index.ts';
import { newRowId } from '../../../domain/rowId.ts';
import { createRemovalSplices, type Change } from './splices.ts';

/** Values to write into the row at `index`, by field key; also values of companions (`<key>Label`). */
export interface RowEdit {
  index: number;
  values: Readonly<Record<string, unknown>>;
}

/** Creates the change that inserts rows at `index`. */
export const createInsertion = (index: number, rows: readonly Row[]): Change => [
  { index, removed: [], inserted: rows },
];

/** Creates the change that removes the rows with these ids. */
export const createRemoval = (rows: readonly Row[], ids: ReadonlySet<string>): Change =>
  createRemovalSplices(rows, (row) => ids.has(row.id));

/** Creates the change that inserts copies of rows, with new ids, at `index`. */
export const createCopies = (rows: readonly Row[], index: number): Change =>
  createInsertion(
    index,
    rows.map(({ fieldsMap }) => ({ id: newRowId(), fieldsMap })),
  );

/** Creates the change that edits rows; neighbouring rows share a splice. `edits`: in ascending order, one per row. */
export function createEdit(rows: readonly Row[], edits: readonly RowEdit[]): Change {
  const change: { index: number; removed: Row[]; inserted: Row[] }[] = [];
  for (const { index, values } of edits) {
    const row = rows[index];
    const keys = Object.keys(values).filter((key) => !Object.is(row.fieldsMap[key], values[key]));
    if (keys.length === 0) continue;
    const next = { ...row, fieldsMap: { ...row.fieldsMap, ...values } };
    const lastSplice = change.at(-1);
    if (lastSplice && lastSplice.index + lastSplice.removed.length === index) {
      lastSplice.removed.push(row);
      lastSplice.inserted.push(next);
    } else change.push({ index, removed: [row], inserted: [next] });
  }
  return change;
}

/**
 * Creates the change that moves `count` rows, starting with index `from`. The first of them gets index `to` in the
 * resulting list.
 */
export function createMove(rows: readonly Row[], from: number, to: number, count = 1): Change {
  if (from === to || count < 1) return [];
  const first = Math.min(from, to);
  const affectedRows = rows.slice(first, Math.max(from, to) + count);
  const reorderedRows = affectedRows.slice();
  reorderedRows.splice(to - first, 0, ...reorderedRows.splice(from - first, count));
  return [{ index: first, removed: affectedRows, inserted: reorderedRows }];
}
