import { mayAddRow, mayCopyRow } from '../rules/tables.ts';
import type { CompiledColumn, CompiledTable, Row } from '../kernel/index.ts';
import type { ChangeContext } from './changeContext.ts';
import { isSameValue } from './sameValue.ts';
import { isEmptyValue } from '../expressions/index.ts';
import { tryCharge } from '../domain/workBudget.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the number of rows that have the same values as `values` under all of these keys. */
type RowCounter = (keys: readonly string[], values: Values) => number;

// JSON text contains no line break, so different lists of values have different signatures
const signatureOf = (keys: readonly string[], values: Values): string =>
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
      const signature = signatureOf(keys, values);
      counts.set(signature, (counts.get(signature) ?? 0) + 1);
    }
    return counts;
  };
  return (keys, values) => {
    const cacheKey = JSON.stringify(keys);
    const counts = countsByKeys.get(cacheKey) ?? countBySignature(keys);
    countsByKeys.set(cacheKey, counts);
    return counts.get(signatureOf(keys, values)) ?? 0;
  };
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** Limits for the new rows of one sub-table. */
export interface NewRowLimits {
  /** Returns the keys of the columns whose values in this new row come from no permitted source. */
  unprovenColumns(row: Row): ReadonlySet<string>;
  /**
   * Maximum number of rows of the table; Infinity unless the rows of a new record come only from the definition's
   * default rows.
   */
  maxRows: number;
  /** Number of rows in the default data of a new record; 0 for a stored record. */
  defaultRowCount: number;
}

/**
 * Returns true if the cell holds the column's default, computed from the values before or after the save. The values
 * before the save count too, because the person may have added the row first and then changed the fields that the
 * default reads. A default that depends on the time (today) is recognised by the widget (`isInitialValue`).
 */
const isDefault = (column: CompiledColumn, { fieldsMap }: Row, { before, after, situation }: ChangeContext): boolean =>
  [after, before].some((values) =>
    isSameValue(fieldsMap[column.key], column.initial({ values, situation, row: fieldsMap })),
  ) || column.definition.isInitialValue?.(fieldsMap[column.key], column.node as never) === true;

/**
 * Checks the locked columns of new rows. A locked cell may be empty, or hold the column's default or a value that the
 * row source confirms (`rowSourceResults`). All other locked cells of a new row must equal those of one single row: a
 * stored row (a copy) or a row of the default data. It is not enough that each cell equals a cell of a different row.
 * `stored`: the rows that existed before the save; new rows are not compared with each other. `isTableWritable`:
 * whether this person may change the table at all; `mayWrite`: whether they may change the cell.
 */
export function createNewRowLimits(
  table: CompiledTable,
  context: ChangeContext,
  {
    stored,
    isTableWritable,
    mayWrite,
  }: { stored: readonly Row[]; isTableWritable: boolean; mayWrite(row: Row, column: CompiledColumn): boolean },
): NewRowLimits {
  const { situation, rowSourceResults } = context;
  const countCopies = mayCopyRow(table.node, situation)
    ? createRowCounter(stored.map(({ fieldsMap }) => fieldsMap))
    : () => 0;
  // default rows may contain values of other fields, which may differ after and before the save (`visibleScopes`)
  const defaultCounters = context.visibleScopes
    .map((scope) => (table.initial(scope) as Row[]).map(({ fieldsMap }) => fieldsMap))
    .map(createRowCounter);
  const defaultRowCount = context.stored === null ? (table.node.defaultTbData?.length ?? 0) : 0;
  const isLimitedToDefaults =
    defaultRowCount > 0 &&
    !table.node.defaultTbDataResourceApi &&
    !(isTableWritable && (mayAddRow(table.node, situation) || mayCopyRow(table.node, situation)));
  const usedCounts = new Map<string, number>();
  /**
   * Returns true if a default row has the same values as this row. If only default rows are allowed, each of them may
   * be used once: every call then counts as one use, and returns false after the last one.
   */
  const takeDefaultRow = (keys: readonly string[], row: Row): boolean => {
    const availableCount = Math.max(...defaultCounters.map((count) => count(keys, row.fieldsMap)));
    if (!isLimitedToDefaults || availableCount === 0) return availableCount > 0;
    const rowKey = JSON.stringify(keys.map((key) => [key, row.fieldsMap[key]]));
    usedCounts.set(rowKey, (usedCounts.get(rowKey) ?? 0) + 1);
    return (usedCounts.get(rowKey) ?? 0) <= availableCount;
  };
  const unprovenColumns = (row: Row): ReadonlySet<string> => {
    const lockedColumns = table.columns.filter((column) => !column.compute && !mayWrite(row, column));
    // locked columns whose values are neither empty nor defaults
    const columnsToProve = lockedColumns.filter(
      (column) => !isSameValue(row.fieldsMap[column.key], undefined) && !isDefault(column, row, context),
    );
    // the columns to prove whose values the row source does not confirm
    const unconfirmed = columnsToProve.filter(
      ({ key }) => rowSourceResults?.verdictOn(table.key, row.id, key) !== 'confirmed',
    );
    if (unconfirmed.length === 0) return NO_KEYS;
    const keysToProve = columnsToProve.map(({ key }) => key);
    const readableKeys = lockedColumns.filter((column) => column.mayRead(situation)).map(({ key }) => key);
    // a value that the person may not read is never accepted as a copy, since the result would reveal stored values
    const mayCompare = columnsToProve.every((column) => column.mayRead(situation));
    // the comparison by `keysToProve` finds every copy, also if its other locked cells are empty or have defaults; the
    // comparison by `readableKeys` comes first to save work: these keys are the same for most rows, so their counts are
    // cached
    const isCopy =
      mayCompare && (countCopies(readableKeys, row.fieldsMap) > 0 || countCopies(keysToProve, row.fieldsMap) > 0);
    return isCopy || takeDefaultRow(keysToProve, row) ? NO_KEYS : new Set(unconfirmed.map(({ key }) => key));
  };
  return {
    unprovenColumns,
    maxRows: isLimitedToDefaults ? defaultRowCount : Infinity,
    defaultRowCount,
  };
}
