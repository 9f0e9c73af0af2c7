import type { Row } from '../../../kernel/index.ts';
import { newRowId } from '../../../domain/rowId.ts';
import { removalOf, type Change } from './splices.ts';

/** What to write into one row; keys may include companion labels. */
export interface RowEdit {
  index: number;
  values: Readonly<Record<string, unknown>>;
}

export const insertion = (at: number, rows: readonly Row[]): Change => [{ at, removed: [], inserted: rows }];

export const removal = (rows: readonly Row[], ids: ReadonlySet<string>): Change =>
  removalOf(rows, (row) => ids.has(row.id));

/** Copies of rows under new ids, to stand at `at`. */
export const copies = (rows: readonly Row[], at: number): Change =>
  insertion(
    at,
    rows.map(({ fieldsMap }) => ({ id: newRowId(), fieldsMap })),
  );

/** Edits of any rows as one change: neighbouring rows share a splice. `edits` are in ascending order, one per row. */
export function edition(rows: readonly Row[], edits: readonly RowEdit[]): Change {
  const change: { at: number; removed: Row[]; inserted: Row[] }[] = [];
  for (const { index, values } of edits) {
    const row = rows[index];
    const keys = Object.keys(values).filter((key) => !Object.is(row.fieldsMap[key], values[key]));
    if (keys.length === 0) continue;
    const next = { ...row, fieldsMap: { ...row.fieldsMap, ...values } };
    const last = change.at(-1);
    if (last && last.at + last.removed.length === index) {
      last.removed.push(row);
      last.inserted.push(next);
    } else change.push({ at: index, removed: [row], inserted: [next] });
  }
  return change;
}

/** `count` rows from `from` on go to stand at `to`, the first one's position in the resulting list. */
export function movement(rows: readonly Row[], from: number, to: number, count = 1): Change {
  if (from === to || count < 1) return [];
  const low = Math.min(from, to);
  const span = rows.slice(low, Math.max(from, to) + count);
  const moved = span.slice();
  moved.splice(to - low, 0, ...moved.splice(from - low, count));
  return [{ at: low, removed: span, inserted: moved }];
}
