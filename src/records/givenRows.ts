import { isEmptyValue } from '../kernel/index.ts';
import { spend } from '../domain/workBudget.ts';

type Values = Readonly<Record<string, unknown>>;

/** How many of some rows hold all of these values together. */
export type GivenRows = (keys: readonly string[], values: Values) => number;

// a text of JSON holds no line break, so no two lists of values look alike
const signature = (keys: readonly string[], values: Values): string =>
  keys.map((key) => JSON.stringify(isEmptyValue(values[key]) ? null : values[key])).join('\n');

/** Looked up once for each choice of columns, since tables are long; a save that goes through them too often has cost too much. */
export function givenRows(rows: readonly Values[]): GivenRows {
  const byKeys = new Map<string, ReadonlyMap<string, number>>();
  const counted = (keys: readonly string[]): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    if (!spend(rows.length * keys.length)) return counts;
    for (const values of rows) {
      const text = signature(keys, values);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    return counts;
  };
  return (keys, values) => {
    const name = JSON.stringify(keys);
    const counts = byKeys.get(name) ?? counted(keys);
    byKeys.set(name, counts);
    return counts.get(signature(keys, values)) ?? 0;
  };
}
