import { mayAddRow, mayCopyRow } from '../rules/tables.ts';
import type { CompiledColumn, CompiledTable, Row } from '../kernel/index.ts';
import type { ChangeContext } from './changeContext.ts';
import { createRowCounter } from './rowCounter.ts';
import { isSameValue } from './sameValue.ts';

const NO_KEYS: ReadonlySet<string> = new Set();

export interface NewRowLimits {
  /** Keys of the columns whose values in this new row come from no permitted source. */
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
 * Whether the cell holds the column's default, computed from the values after or before the change: the row may have
 * been added before the fields that the default reads were changed. A default that depends on the time (today) is
 * recognised by the widget (`isInitialValue`).
 */
const isDefault = (column: CompiledColumn, { fieldsMap }: Row, { before, after, situation }: ChangeContext): boolean =>
  [after, before].some((values) =>
    isSameValue(fieldsMap[column.key], column.initial({ values, situation, row: fieldsMap })),
  ) || column.definition.isInitialValue?.(fieldsMap[column.key], column.node as never) === true;

/**
 * Checks the locked columns of new rows. A locked cell may hold the column's default or a value that the row source
 * confirms (`rowSourceResults`). Otherwise all locked cells of the row together must equal those of one row: a stored
 * row (a copy) or a row of the default data. Cells that each equal another row are refused. `stored`: the
 * rows that existed before the save; new rows are not compared with each other. `isTableWritable`: whether this person may
 * change the table at all; `mayWrite`: whether they may change the cell.
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
  const { situation, visibleScopes, rowSourceResults } = context;
  const countCopies = mayCopyRow(table.node, situation)
    ? createRowCounter(stored.map(({ fieldsMap }) => fieldsMap))
    : () => 0;
  const defaultRows = visibleScopes.map((scope) => (table.initial(scope) as Row[]).map(({ fieldsMap }) => fieldsMap));
  const defaultCounters = defaultRows.map(createRowCounter);
  const defaultRowCount = context.stored === null ? (table.node.defaultTbData?.length ?? 0) : 0;
  const isLimitedToDefaults =
    defaultRowCount > 0 &&
    !table.node.defaultTbDataResourceApi &&
    !(isTableWritable && (mayAddRow(table.node, situation) || mayCopyRow(table.node, situation)));
  const usedCounts = new Map<string, number>();
  // if only default rows are allowed, each may occur once: the call then counts the row as an occurrence
  const isDefaultRow = (keys: readonly string[], row: Row): boolean => {
    const available = Math.max(...defaultCounters.map((count) => count(keys, row.fieldsMap)));
    if (!isLimitedToDefaults || available === 0) return available > 0;
    const rowKey = JSON.stringify(keys.map((key) => [key, row.fieldsMap[key]]));
    usedCounts.set(rowKey, (usedCounts.get(rowKey) ?? 0) + 1);
    return (usedCounts.get(rowKey) ?? 0) <= available;
  };
  const unprovenColumns = (row: Row): ReadonlySet<string> => {
    const locked = table.columns.filter((column) => !column.compute && !mayWrite(row, column));
    const columnsToProve = locked.filter(
      (column) => !isSameValue(row.fieldsMap[column.key], undefined) && !isDefault(column, row, context),
    );
    const unproven = columnsToProve.filter(
      ({ key }) => rowSourceResults?.verdictOn(table.key, row.id, key) !== 'confirmed',
    );
    if (unproven.length === 0) return NO_KEYS;
    const keys = columnsToProve.map(({ key }) => key);
    // the comparison of all locked cells finds a full copy even if some of its cells are empty or hold defaults; a copy
    // with cells that the person may not read is not accepted, since the result would reveal stored values
    const isCopy =
      columnsToProve.every((column) => column.mayRead(situation)) &&
      (countCopies(
        locked.filter((column) => column.mayRead(situation)).map(({ key }) => key),
        row.fieldsMap,
      ) > 0 ||
        countCopies(keys, row.fieldsMap) > 0);
    return isCopy || isDefaultRow(keys, row) ? NO_KEYS : new Set(unproven.map(({ key }) => key));
  };
  return {
    unprovenColumns,
    maxRows: isLimitedToDefaults ? defaultRowCount : Infinity,
    defaultRowCount,
  };
}
