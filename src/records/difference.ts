import { companionKey } from '../domain/companionKey.ts';
import type { CompiledField, CompiledTable, Row } from '../kernel/index.ts';
import { isSameValue } from './sameValue.ts';

type Values = Readonly<Record<string, unknown>>;

/** A value in one of the compared states. `label`: its stored display text; absent if no display text is stored. */
export interface ComparedValue {
  value: unknown;
  label?: string;
}

/** Returns the value of a field in one state, with its display text. */
export function comparedValueOf(field: CompiledField, values: Values): ComparedValue {
  const label = field.hasCompanion ? values[companionKey(field.key)] : undefined;
  return { value: values[field.key] ?? null, ...(typeof label === 'string' && label !== '' ? { label } : {}) };
}

/** Returns the rows in a table's value; an empty list if the value is not a list. */
export const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/**
 * Returns the keys whose values differ between two maps, companion labels included. All empty values are equal
 * (`isSameValue`).
 */
export function changedKeys(before: Values, after: Values): string[] {
  if (before === after) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSameValue(before[key], after[key]),
  );
}

/** SL-007: returns true if the field on which the default rows of a table depend differs between the two states. */
export function hasDependencyChanged({ node }: CompiledTable, before: Values, after: Values): boolean {
  const key = node.defaultTbDataDependKey;
  return key !== undefined && !isSameValue(before[key], after[key]);
}

/** A row with its index (from 0) in its list. */
export interface IndexedRow {
  row: Row;
  index: number;
}

/**
 * Matches the rows of two states of one table by id. `present`: every row of `after` in order, with its earlier state
 * if it existed. `removed`: the rows that only `before` contains, in the order of `before`.
 */
export function matchRows(
  before: readonly Row[],
  after: readonly Row[],
): { present: (IndexedRow & { old: IndexedRow | undefined })[]; removed: IndexedRow[] } {
  const unmatchedById = new Map(before.map((row, index) => [row.id, { row, index }]));
  const present = after.map((row, index) => ({ row, index, old: unmatchedById.get(row.id) }));
  for (const { id } of after) unmatchedById.delete(id);
  return { present, removed: [...unmatchedById.values()] };
}

/** Returns true if the rows that both lists contain (matched by id) stand in a different order. */
export function isReordered(before: readonly { id: string }[], after: readonly { id: string }[]): boolean {
  const positions = new Map(before.map(({ id }, index) => [id, index]));
  let lastPosition = -1;
  return after.some(({ id }) => {
    const position = positions.get(id);
    if (position === undefined) return false;
    const isMovedUp = position < lastPosition;
    lastPosition = position;
    return isMovedUp;
  });
}
