import type { FormRecord } from '../../grammar/documents.ts';

type Values = Readonly<Record<string, unknown>>;

/** Values as one flat map: fields by key, sub-tables as their rows. */
export const valuesOf = (record: FormRecord): Values => ({ ...record.fieldsMap, ...record.childTables });

const isSame = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
};

/** Keys whose value differs, in the order of `after`; an absent value equals an empty one. */
export function changedKeys(before: Values, after: Values): string[] {
  return [...new Set([...Object.keys(after), ...Object.keys(before)])].filter((key) => !isSame(before[key], after[key]));
}

export const pick = (values: Values, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, values[key]]));
