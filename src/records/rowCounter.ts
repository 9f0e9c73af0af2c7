import { isEmptyValue } from '../expressions/index.ts';
import { tryCharge } from '../domain/workBudget.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the number of rows that have the same values as `values` under all of these keys. */
export type RowCounter = (keys: readonly string[], values: Values) => number;

// JSON text contains no line break, so different lists of values have different signatures
const signature = (keys: readonly string[], values: Values): string =>
  keys.map((key) => JSON.stringify(isEmptyValue(values[key]) ? null : values[key])).join('\n');

/**
 * Creates a counter for `rows`. The counts are cached by key list, since tables may be long. Every pass over the rows
 * is charged to the work budget; if the budget is exhausted, the counts for a key list that is not cached are 0.
 */
export function createRowCounter(rows: readonly Values[]): RowCounter {
  const countsByKeys = new Map<string, ReadonlyMap<string, number>>();
  const countBySignature = (keys: readonly string[]): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    if (!tryCharge(rows.length * keys.length)) return counts;
    for (const values of rows) {
      const text = signature(keys, values);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return counts;
  };
  return (keys, values) => {
    const cacheKey = JSON.stringify(keys);
    const counts = countsByKeys.get(cacheKey) ?? countBySignature(keys);
    countsByKeys.set(cacheKey, counts);
    return counts.get(signature(keys, values)) ?? 0;
  };
}
