import type { Row } from '../kernel/index.ts';
import { changedKeys, isReordered, matchRows, rowsOf } from './difference.ts';
import { isSameValue } from './sameValue.ts';
import type { Values } from './recordValues.ts';

/** An added row; `after` is the id of the row above it, null if the added row is the first of the table. */
export interface AddedRow {
  after: string | null;
  fieldsMap: Readonly<Record<string, unknown>>;
}

/**
 * Difference between two states of one sub-table. Rows are identified by id, so a patch also applies to a list that has
 * changed meanwhile.
 */
export interface TablePatch {
  /** Changed cells by row id, for rows that exist in both states. */
  cells: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Added rows by row id. */
  added: Readonly<Record<string, AddedRow>>;
  /** Ids of the removed rows. */
  removed: readonly string[];
  /** All row ids in their new order; absent if the rows of both states keep their order. */
  order?: readonly string[];
}

/** Difference between two states of a form's values. An emptied value is null, since a patch is transferred as JSON. */
export interface ValuesPatch {
  fields: Readonly<Record<string, unknown>>;
  tables: Readonly<Record<string, TablePatch>>;
}

const pick = (values: Values, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));

/**
 * Returns the patch from one list of rows to another; null when nothing differs. Identical row objects are not compared
 * further.
 */
export function diffRows(before: readonly Row[], after: readonly Row[]): TablePatch | null {
  if (before === after) return null;
  const cells: Record<string, Record<string, unknown>> = {};
  const added: Record<string, AddedRow> = {};
  const { present, removed: removedRows } = matchRows(before, after);
  for (const { row, index, old } of present) {
    if (!old) {
      added[row.id] = { after: after[index - 1]?.id ?? null, fieldsMap: row.fieldsMap };
      continue;
    }
    const keys = old.row === row ? [] : changedKeys(old.row.fieldsMap, row.fieldsMap);
    if (keys.length > 0) cells[row.id] = pick(row.fieldsMap, keys);
  }
  const removed = removedRows.map(({ row }) => row.id);
  const order = isReordered(before, after) ? { order: after.map((row) => row.id) } : {};
  const isSame =
    removed.length === 0 && Object.keys(cells).length === 0 && Object.keys(added).length === 0 && !('order' in order);
  return isSame ? null : { cells, added, removed, ...order };
}

/**
 * Returns the patch that turns `before` into `after`. `tables`: keys whose values are rows. `skip`: keys to leave out,
 * such as those of computed fields.
 */
export function diffValues(
  before: Values,
  after: Values,
  tables: ReadonlySet<string>,
  skip: ReadonlySet<string> = new Set(),
): ValuesPatch {
  const fields: Record<string, unknown> = {};
  const changedTables: Record<string, TablePatch> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (skip.has(key) || before[key] === after[key]) continue;
    if (tables.has(key)) {
      const patch = diffRows(rowsOf(before[key]), rowsOf(after[key]));
      if (patch) changedTables[key] = patch;
    } else if (!isSameValue(before[key], after[key])) fields[key] = after[key] ?? null;
  }
  return { fields, tables: changedTables };
}

/** Inserts each added row after its predecessor; a row whose predecessor no longer exists is appended at the end. */
function insertAdded(rows: readonly Row[], added: TablePatch['added']): Row[] {
  const addedByPredecessor = new Map<string | null, Row[]>();
  const resultIds = new Set(rows.map((row) => row.id));
  const entries = Object.entries(added).filter(([id]) => !resultIds.has(id));
  for (const [id] of entries) resultIds.add(id);
  const withoutPredecessor: Row[] = [];
  for (const [id, { after, fieldsMap }] of entries) {
    const row: Row = { id, fieldsMap };
    if (after !== null && !resultIds.has(after)) {
      withoutPredecessor.push(row);
      continue;
    }
    addedByPredecessor.set(after, [...(addedByPredecessor.get(after) ?? []), row]);
  }
  const result: Row[] = [];
  // appends the row and the added rows that follow it; null: only the added rows at the beginning of the table
  const appendWithFollowers = (row: Row | null): void => {
    // an explicit queue instead of recursion: ten thousand added rows may form one chain
    const queue: Row[] = row === null ? takeFollowers(null) : [row];
    for (let next = queue.shift(); next; next = queue.shift()) {
      result.push(next);
      queue.unshift(...takeFollowers(next.id));
    }
  };
  const takeFollowers = (id: string | null): Row[] => {
    const list = addedByPredecessor.get(id) ?? [];
    addedByPredecessor.delete(id);
    return list;
  };
  appendWithFollowers(null);
  for (const row of rows) appendWithFollowers(row);
  for (const row of withoutPredecessor) appendWithFollowers(row);
  // rows that follow each other in a circle are kept too, although the product's own client never sends them
  for (const list of addedByPredecessor.values()) result.push(...list);
  return result;
}

/** Applies the patch to the rows. Changed cells of a row that no longer exists are dropped (`missingRowIds`). */
export function patchRows(rows: readonly Row[], { cells, added, removed, order }: TablePatch): Row[] {
  const removedIds = new Set(removed);
  const remaining = rows
    .filter((row) => !removedIds.has(row.id))
    .map((row) => {
      const change = Object.hasOwn(cells, row.id) ? cells[row.id] : undefined;
      return change ? { id: row.id, fieldsMap: { ...row.fieldsMap, ...change } } : row;
    });
  const all = insertAdded(remaining, added);
  if (!order) return all;
  const positions = new Map(order.map((id, index) => [id, index]));
  // rows that `order` does not contain stay after their current predecessor
  let lastPosition = -1;
  const rankedRows = all.map((row, index) => {
    lastPosition = positions.get(row.id) ?? lastPosition;
    return { row, rank: lastPosition, index };
  });
  return rankedRows.toSorted((a, b) => a.rank - b.rank || a.index - b.index).map(({ row }) => row);
}

/**
 * Returns the ids of the rows whose cells the patch changes although `rows` does not contain them: they were removed
 * meanwhile.
 */
export function missingRowIds(rows: readonly Row[], { cells }: TablePatch): string[] {
  const ids = new Set(rows.map((row) => row.id));
  return Object.keys(cells).filter((id) => !ids.has(id));
}

/** Returns true if the patch changes cells of rows that do not exist in `values`; `patchValues` drops these changes. */
export const changesMissingRows = (values: Values, { tables }: ValuesPatch): boolean =>
  Object.entries(tables).some(([key, table]) => missingRowIds(rowsOf(values[key]), table).length > 0);

/** Applies the patch to the values. The inputs are not modified. */
export function patchValues(values: Values, patch: ValuesPatch): Record<string, unknown> {
  const result: Record<string, unknown> = { ...values, ...patch.fields };
  for (const [key, table] of Object.entries(patch.tables)) result[key] = patchRows(rowsOf(values[key]), table);
  return result;
}

export const isEmptyPatch = ({ fields, tables }: ValuesPatch): boolean =>
  Object.keys(fields).length === 0 && Object.keys(tables).length === 0;

/**
 * Returns the number of values and rows that the patch changes, for display. A value and its companion label count as
 * one change; a new order of rows is not counted.
 */
export function patchSize({ fields, tables }: ValuesPatch): number {
  const fieldCount = Object.keys(fields).filter(
    (key) => !(key.endsWith('Label') && key.slice(0, -'Label'.length) in fields),
  ).length;
  return Object.values(tables).reduce(
    (sum, { cells, added, removed }) => sum + Object.keys(cells).length + Object.keys(added).length + removed.length,
    fieldCount,
  );
}
