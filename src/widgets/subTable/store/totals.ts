import type { Row } from '../../../kernel/index.ts';
import { createExactSum, type ExactSum } from '../../../domain/exactSum.ts';

export interface Summary {
  key: string;
  kind: 'sum' | 'avg' | 'max' | 'min' | 'count';
}

export interface Totals {
  /**
   * Updates the totals after a splice; the cost depends on the number of changed rows, not on the size of the table.
   */
  replace(removed: readonly Row[], inserted: readonly Row[]): void;
  /** Discards the totals; the next call of `value` counts all rows again. */
  reset(rows: readonly Row[]): void;
  /**
   * The total of a column; null if it has no numbers. `rows` are read by the first call, and again after the maximum or
   * minimum was removed.
   */
  value(key: string, rows: readonly Row[]): number | null;
}

/** The number in a cell: a number or a numeric text; null for any other value. */
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

function add(column: ColumnCounts, value: unknown): void {
  if (isFilled(value)) column.filledCount += 1;
  const number = numberOf(value);
  if (number === null) return;
  column.numberCount += 1;
  column.sum.add(number);
  if (column.extreme !== undefined)
    column.extreme = column.extreme === null ? number : moreExtreme(column.summary.kind, column.extreme, number);
}

function subtract(column: ColumnCounts, value: unknown): void {
  if (isFilled(value)) column.filledCount -= 1;
  const number = numberOf(value);
  if (number === null) return;
  column.numberCount -= 1;
  column.sum.subtract(number);
  if (number === column.extreme) column.extreme = undefined;
}

function findExtreme({ summary }: ColumnCounts, rows: readonly Row[]): number | null {
  let extreme: number | null = null;
  for (const row of rows) {
    const number = numberOf(row.fieldsMap[summary.key]);
    if (number !== null) extreme = extreme === null ? number : moreExtreme(summary.kind, extreme, number);
  }
  return extreme;
}

/**
 * Creates the totals of the `summary` columns. The first call of `value` counts all rows; afterwards only changed rows
 * are counted.
 */
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
    const counts = createEmptyCounts();
    for (const column of counts.values()) for (const row of rows) add(column, row.fieldsMap[column.summary.key]);
    return counts;
  };
  return {
    reset() {
      countsByColumn = null;
    },
    replace(removed, inserted) {
      for (const column of countsByColumn?.values() ?? []) {
        const { key } = column.summary;
        for (const row of removed) subtract(column, row.fieldsMap[key]);
        for (const row of inserted) add(column, row.fieldsMap[key]);
      }
    },
    value(key, rows) {
      countsByColumn ??= countRows(rows);
      const column = countsByColumn.get(key);
      if (!column) return null;
      const {
        summary: { kind },
      } = column;
      if (kind === 'count') return column.filledCount;
      if (column.numberCount === 0) return null;
      if (kind === 'sum') return column.sum.value();
      if (kind === 'avg') return column.sum.value() / column.numberCount;
      if (column.extreme === undefined) column.extreme = findExtreme(column, rows);
      return column.extreme;
    },
  };
}
