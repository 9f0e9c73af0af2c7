import { companionKey, type CompiledField, type Row } from '../kernel/index.ts';
import { isSameValue } from './sameValue.ts';

type Values = Readonly<Record<string, unknown>>;

/** A value on one side of a comparison, with its display text where one is stored. */
export interface Side {
  value: unknown;
  label?: string;
}

export function sideOf(field: CompiledField, values: Values): Side {
  const label = field.hasCompanion ? values[companionKey(field.key)] : undefined;
  return { value: values[field.key] ?? null, ...(typeof label === 'string' && label !== '' ? { label } : {}) };
}

/** The rows of a table's value; a value that is no list holds none. */
export const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** Keys under which two maps differ, companion labels among them. Empty text, null and absence are the same. */
export function changedKeys(before: Values, after: Values): string[] {
  if (before === after) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSameValue(before[key], after[key]),
  );
}

/** A row with its place (from 0) in the list that it belongs to. */
export interface PlacedRow {
  row: Row;
  index: number;
}

/**
 * Rows of two states of one table, matched by id: every row of `after` with the row it was, if any, in the order of
 * `after`, and the rows that are gone, in the order of `before`.
 */
export function matchRows(
  before: readonly Row[],
  after: readonly Row[],
): { present: (PlacedRow & { old: PlacedRow | undefined })[]; removed: PlacedRow[] } {
  const known = new Map(before.map((row, index) => [row.id, { row, index }]));
  const present = after.map((row, index) => ({ row, index, old: known.get(row.id) }));
  for (const { id } of after) known.delete(id);
  return { present, removed: [...known.values()] };
}

/** Whether rows that both lists hold (by id) changed places among themselves. */
export function isReordered(before: readonly { id: string }[], after: readonly { id: string }[]): boolean {
  const places = new Map(before.map(({ id }, index) => [id, index]));
  let last = -1;
  return after.some(({ id }) => {
    const place = places.get(id);
    if (place === undefined) return false;
    const isBack = place < last;
    last = place;
    return isBack;
  });
}
