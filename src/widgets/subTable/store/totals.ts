import type { Row } from '../../../kernel/index.ts';
import { createExactSum, type ExactSum } from '../../../domain/exactSum.ts';

export interface Summary {
  key: string;
  kind: 'sum' | 'avg' | 'max' | 'min' | 'count';
}

export interface Totals {
  /**
   * Updates the totals after a splice. The cost depends on the number of changed rows, not on the size of the table.
   */
  replace(removed: readonly Row[], inserted: readonly Row[]): void;
  /** Discards the totals; the next call of `value` counts all rows again. */
  reset(rows: readonly Row[]): void;
  /**
   * Returns the total of a column: for `count` the number of filled cells, for other kinds null if no cell has a
   * number. `rows`: all rows; they are read by the first call, and again after the maximum or minimum was removed.
   */
  value(key: string, rows: readonly Row[]): number | null;
}

/** Returns the number in a cell: a number or a numeric text; null for any other value. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Running counts of one column. */
interface ColumnCounts {
  summary: Summary;
  sum: ExactSum;
  numberCount: number;
  filledCount: number;
  /** Maximum or minimum; null without numbers, undefined if it must be searched in the rows. */
  extreme: number | null | undefined;
}

const moreExtreme = (kind: Summary['kind'], a: number, b: number): number =>
  kind === 'max' ? Math.max(a, b) : Math.min(a, b);

function add(counts: ColumnCounts, value: unknown): void {
  if (isFilled(value)) counts.filledCount += 1;
  const number = numberOf(value);
  if (number === null) return;
  counts.numberCount += 1;
  counts.sum.add(number);
  if (counts.extreme !== undefined)
    counts.extreme = counts.extreme === null ? number : moreExtreme(counts.summary.kind, counts.extreme, number);
}

function subtract(counts: ColumnCounts, value: unknown): void {
  if (isFilled(value)) counts.filledCount -= 1;
  const number = numberOf(value);
  if (number === null) return;
  counts.numberCount -= 1;
  counts.sum.subtract(number);
  if (number === counts.extreme) counts.extreme = undefined;
}

function findExtreme({ summary }: ColumnCounts, rows: readonly Row[]): number | null {
  let extreme: number | null = null;
  for (const row of rows) {
    const number = numberOf(row.fieldsMap[summary.key]);
    if (number !== null) extreme = extreme === null ? number : moreExtreme(summary.kind, extreme, number);
  }
  return extreme;
}

/** Creates the totals of these columns. The first call of `value` reads all rows; `replace` reads only changed rows. */
export function createTotals(summaries: readonly Summary[]): Totals {
  let countsByColumn: Map<string, ColumnCounts> | null = null;
  const createEmptyCounts = (): Map<string, ColumnCounts> =>
    new Map(
      summaries.map((summary) => [
        summary.key,
        { summary, sum: createExactSum(), numberCount: 0, filledCount: 0, extreme: null },
      ]),
    );
  const countRows = (rows: readonly Row[]): Map<string, ColumnCounts> => {
    const countsByKey = createEmptyCounts();
    for (const counts of countsByKey.values()) for (const row of rows) add(counts, row.fieldsMap[counts.summary.key]);
    return countsByKey;
  };
  return {
    reset() {
      countsByColumn = null;
    },
    replace(removed, inserted) {
      for (const counts of countsByColumn?.values() ?? []) {
        const { key } = counts.summary;
        for (const row of removed) subtract(counts, row.fieldsMap[key]);
        for (const row of inserted) add(counts, row.fieldsMap[key]);
      }
    },
    value(key, rows) {
      countsByColumn ??= countRows(rows);
      const counts = countsByColumn.get(key);
      if (!counts) return null;
      const {
        summary: { kind },
      } = counts;
      if (kind === 'count') return counts.filledCount;
      if (counts.numberCount === 0) return null;
      if (kind === 'sum') return counts.sum.value();
      if (kind === 'avg') return counts.sum.value() / counts.numberCount;
      if (counts.extreme === undefined) counts.extreme = findExtreme(counts, rows);
      return counts.extreme;
    },
  };
}
