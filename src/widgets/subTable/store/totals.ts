import type { Row } from '../../../kernel/index.ts';
import { createExactSum, type ExactSum } from '../../../domain/exactSum.ts';

export interface Summary {
  key: string;
  kind: 'sum' | 'avg' | 'max' | 'min' | 'count';
}

export interface Totals {
  /** Takes the difference of one splice into account: cost grows with what changed, not with the table. */
  replace(removed: readonly Row[], inserted: readonly Row[]): void;
  reset(rows: readonly Row[]): void;
  /** null when there is nothing to total. `rows` is read only when a removed row held the extreme. */
  value(key: string, rows: readonly Row[]): number | null;
}

/** A cell as a number: numbers and numeric text count, anything else does not. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

interface Column {
  summary: Summary;
  sum: ExactSum;
  numbers: number;
  filled: number;
  /** The extreme, or undefined when it has to be looked for again. */
  extreme: number | null | undefined;
}

const better = (kind: Summary['kind'], a: number, b: number): number =>
  kind === 'max' ? Math.max(a, b) : Math.min(a, b);

function add(column: Column, value: unknown): void {
  if (isFilled(value)) column.filled += 1;
  const number = numberOf(value);
  if (number === null) return;
  column.numbers += 1;
  column.sum.add(number);
  if (column.extreme !== undefined)
    column.extreme = column.extreme === null ? number : better(column.summary.kind, column.extreme, number);
}

function subtract(column: Column, value: unknown): void {
  if (isFilled(value)) column.filled -= 1;
  const number = numberOf(value);
  if (number === null) return;
  column.numbers -= 1;
  column.sum.subtract(number);
  if (number === column.extreme) column.extreme = undefined;
}

function findExtreme({ summary }: Column, rows: readonly Row[]): number | null {
  let found: number | null = null;
  for (const row of rows) {
    const number = numberOf(row.fieldsMap[summary.key]);
    if (number !== null) found = found === null ? number : better(summary.kind, found, number);
  }
  return found;
}

/** Totals of the `summary` columns. The first reading counts the rows once; afterwards only changes are counted. */
export function createTotals(summaries: readonly Summary[]): Totals {
  let columns: Map<string, Column> | null = null;
  const start = (): Map<string, Column> =>
    new Map(
      summaries.map((summary) => [
        summary.key,
        { summary, sum: createExactSum(), numbers: 0, filled: 0, extreme: null },
      ]),
    );
  const count = (rows: readonly Row[]): Map<string, Column> => {
    const fresh = start();
    for (const column of fresh.values()) for (const row of rows) add(column, row.fieldsMap[column.summary.key]);
    return fresh;
  };
  return {
    reset() {
      columns = null;
    },
    replace(removed, inserted) {
      for (const column of columns?.values() ?? []) {
        const { key } = column.summary;
        for (const row of removed) subtract(column, row.fieldsMap[key]);
        for (const row of inserted) add(column, row.fieldsMap[key]);
      }
    },
    value(key, rows) {
      columns ??= count(rows);
      const column = columns.get(key);
      if (!column) return null;
      const {
        summary: { kind },
      } = column;
      if (kind === 'count') return column.filled;
      if (column.numbers === 0) return null;
      if (kind === 'sum') return column.sum.value();
      if (kind === 'avg') return column.sum.value() / column.numbers;
      if (column.extreme === undefined) column.extreme = findExtreme(column, rows);
      return column.extreme;
    },
  };
}
