import type { Row } from '../kernel/index.ts';
import { changedKeys, isReordered, matchRows, rowsOf } from './difference.ts';
import { isSameValue } from './sameValue.ts';
import type { Values } from './recordValues.ts';

/** A row that is new; `after` is the row it follows, null at the top. */
export interface AddedRow {
  after: string | null;
  fieldsMap: Readonly<Record<string, unknown>>;
}

/** What differs between two states of one sub-table. Rows are meant by id, so that a patch fits a list that has moved on. */
export interface TablePatch {
  /** Changed columns of rows that were there. */
  cells: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  added: Readonly<Record<string, AddedRow>>;
  removed: readonly string[];
  /** All ids in their new order; absent while rows that were there keep theirs. */
  order?: readonly string[];
}

/** What differs between two states of a form's values; an emptied value is null, for a patch travels as JSON. */
export interface ValuesPatch {
  fields: Readonly<Record<string, unknown>>;
  tables: Readonly<Record<string, TablePatch>>;
}

const pick = (values: Values, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));

/** Null when nothing differs. Rows that are the same object cost nothing but a look. */
export function diffRows(before: readonly Row[], after: readonly Row[]): TablePatch | null {
  if (before === after) return null;
  const cells: Record<string, Record<string, unknown>> = {};
  const added: Record<string, AddedRow> = {};
  const { present, removed: gone } = matchRows(before, after);
  for (const { row, index, old } of present) {
    if (!old) {
      added[row.id] = { after: after[index - 1]?.id ?? null, fieldsMap: row.fieldsMap };
      continue;
    }
    const keys = old.row === row ? [] : changedKeys(old.row.fieldsMap, row.fieldsMap);
    if (keys.length > 0) cells[row.id] = pick(row.fieldsMap, keys);
  }
  const removed = gone.map(({ row }) => row.id);
  const order = isReordered(before, after) ? { order: after.map((row) => row.id) } : {};
  const isSame =
    removed.length === 0 && Object.keys(cells).length === 0 && Object.keys(added).length === 0 && !('order' in order);
  return isSame ? null : { cells, added, removed, ...order };
}

/** What must be done to `before` to get `after`. `tables` names the keys whose values are rows; `skip` what is not anybody's typing. */
export function diffValues(
  before: Values,
  after: Values,
  tables: ReadonlySet<string>,
  skip: ReadonlySet<string> = new Set(),
): ValuesPatch {
  const fields: Record<string, unknown> = {};
  const changed: Record<string, TablePatch> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (skip.has(key) || before[key] === after[key]) continue;
    if (tables.has(key)) {
      const patch = diffRows(rowsOf(before[key]), rowsOf(after[key]));
      if (patch) changed[key] = patch;
    } else if (!isSameValue(before[key], after[key])) fields[key] = after[key] ?? null;
  }
  return { fields, tables: changed };
}

/** New rows after the rows they followed; one whose predecessor is gone goes to the end. */
function insertAdded(rows: readonly Row[], added: TablePatch['added']): Row[] {
  const waiting = new Map<string | null, Row[]>();
  const known = new Set(rows.map((row) => row.id));
  const entries = Object.entries(added).filter(([id]) => !known.has(id));
  for (const [id] of entries) known.add(id);
  const lost: Row[] = [];
  for (const [id, { after, fieldsMap }] of entries) {
    const row: Row = { id, fieldsMap };
    if (after !== null && !known.has(after)) {
      lost.push(row);
      continue;
    }
    waiting.set(after, [...(waiting.get(after) ?? []), row]);
  }
  const result: Row[] = [];
  const place = (row: Row | null): void => {
    // a list of its own, not calls inside calls: ten thousand new rows stand in one chain
    const queue: Row[] = row === null ? [] : [row];
    if (row === null) queue.push(...take(null));
    for (let next = queue.shift(); next; next = queue.shift()) {
      result.push(next);
      queue.unshift(...take(next.id));
    }
  };
  const take = (id: string | null): Row[] => {
    const list = waiting.get(id) ?? [];
    waiting.delete(id);
    return list;
  };
  place(null);
  for (const row of rows) place(row);
  for (const row of lost) place(row);
  // rows that name each other in a circle come from no page of ours; they are kept all the same
  for (const list of waiting.values()) result.push(...list);
  return result;
}

/** The rows with the patch on top. Cells of a row that is not there any more are left out; `droppedRows` names them. */
export function patchRows(rows: readonly Row[], { cells, added, removed, order }: TablePatch): Row[] {
  const gone = new Set(removed);
  const kept = rows
    .filter((row) => !gone.has(row.id))
    .map((row) => {
      const change = Object.hasOwn(cells, row.id) ? cells[row.id] : undefined;
      return change ? { id: row.id, fieldsMap: { ...row.fieldsMap, ...change } } : row;
    });
  const all = insertAdded(kept, added);
  if (!order) return all;
  const places = new Map(order.map((id, index) => [id, index]));
  // rows that the order does not know stay behind the one they follow now
  let last = -1;
  const ranked = all.map((row, index) => {
    last = places.get(row.id) ?? last;
    return { row, rank: last, index };
  });
  return ranked.toSorted((a, b) => a.rank - b.rank || a.index - b.index).map(({ row }) => row);
}

/** The values with the patch on top. Inputs stay. */
export function patchValues(values: Values, patch: ValuesPatch): Record<string, unknown> {
  const result: Record<string, unknown> = { ...values, ...patch.fields };
  for (const [key, table] of Object.entries(patch.tables)) result[key] = patchRows(rowsOf(values[key]), table);
  return result;
}

export const isEmptyPatch = ({ fields, tables }: ValuesPatch): boolean =>
  Object.keys(fields).length === 0 && Object.keys(tables).length === 0;

/** How many values and rows it touches, for people. */
export function patchSize({ fields, tables }: ValuesPatch): number {
  const own = Object.keys(fields).filter(
    (key) => !(key.endsWith('Label') && key.slice(0, -'Label'.length) in fields),
  ).length;
  return Object.values(tables).reduce(
    (sum, { cells, added, removed }) => sum + Object.keys(cells).length + Object.keys(added).length + removed.length,
    own,
  );
}
