import { isRowEventAllowed } from '../rules/buttons.ts';
import { mayHaveLoadedRows, shouldLoadDefaultRows } from '../rules/defaultRows.ts';
import { isOthersRow } from '../rules/rowsOfOtherTasks.ts';
import { mayAddRow, mayCopyRow, mayOrderRows, mayRemoveRow } from '../rules/tables.ts';
import {
  type CompiledColumn,
  type CompiledField,
  type CompiledTable,
  type Row,
  isRow,
  hasStoredType,
} from '../kernel/index.ts';
import { companionKey } from '../domain/companionKey.ts';
import { type Problem, problem } from '../domain/problem/index.ts';
import {
  forbiddenProblem,
  isComputedAccepted,
  isValidLabel,
  wrongTypeProblem,
  type ChangeContext,
} from './changeContext.ts';
import { createNewRowLimits } from './newRowLimits.ts';
import { hasDependencyChanged, isReordered, rowsOf } from './difference.ts';
import { isSameValue } from './sameValue.ts';
import { storedKeys } from './recordValues.ts';
import { rowFilledKeys, createCellWriteCheck } from './writable.ts';

/**
 * Returns true if sent rows may come from the table's default data (in a new record), from its call for default rows,
 * or from a reload (`mayRowsBeReplaced`).
 */
function mayHaveDefaultRows(table: CompiledTable, context: ChangeContext): boolean {
  const { node } = table;
  const { situation, before, stored } = context;
  const isLoaded = mayHaveLoadedRows(node, situation, { rowCount: rowsOf(before[node.__vModel__]).length });
  return ((node.defaultTbData?.length ?? 0) > 0 && stored === null) || isLoaded || mayRowsBeReplaced(table, context);
}

/** A sent row and the data against which its cells are checked. */
interface RowContext {
  table: CompiledTable;
  index: number;
  row: Row;
  /** The stored row; undefined for a new row. */
  storedRow: Row | undefined;
  /** The row with the values that the server computed. */
  computedRow: Row | undefined;
  /** Keys of the columns whose values in a new row come from no permitted source; empty for a stored row. */
  unprovenColumns: ReadonlySet<string>;
  mayWrite(column: CompiledColumn): boolean;
}

/** Returns the problems of the sent value and display text of one cell. */
function checkCell(
  column: CompiledColumn,
  rowContext: RowContext,
  context: ChangeContext,
  hasSameInputs: boolean,
): Problem[] {
  const { table, index, row, storedRow, computedRow } = rowContext;
  const problems: Problem[] = [];
  const path = ['childTables', table.key, index, 'fieldsMap'] as const;
  const sentValues = row.fieldsMap;
  if (storedRow !== undefined && !column.compute && !column.mayRead(context.situation))
    return storedKeys(column)
      .filter((key) => Object.hasOwn(sentValues, key))
      .map((key) => forbiddenProblem(column, [...path, key]));
  const isChanged = (key: string): boolean =>
    Object.hasOwn(sentValues, key) && !isSameValue(sentValues[key], storedRow?.fieldsMap[key]);
  if (isChanged(column.key)) {
    const verdict =
      storedRow === undefined ? (context.rowSourceResults?.verdictOn(table.key, row.id, column.key) ?? null) : null;
    const isAllowed = column.compute
      ? isComputedAccepted(
          column,
          sentValues[column.key],
          computedRow?.fieldsMap[column.key],
          storedRow?.fieldsMap[column.key],
          {
            compiled: context.compiled,
            hasSameInputs,
          },
        )
      : rowContext.mayWrite(column) || (storedRow === undefined && !rowContext.unprovenColumns.has(column.key));
    if (!isAllowed)
      problems.push(
        verdict === 'rejected'
          ? problem('ROW_SOURCE', [...path, column.key], { label: table.node.label || table.key })
          : forbiddenProblem(column, [...path, column.key]),
      );
    else if (!hasStoredType(column.node, sentValues[column.key]))
      problems.push(wrongTypeProblem(column, [...path, column.key]));
  }
  const labelKey = companionKey(column.key);
  if (!column.hasCompanion || !isChanged(labelKey)) return problems;
  if (storedRow !== undefined && !rowContext.mayWrite(column))
    problems.push(forbiddenProblem(column, [...path, labelKey]));
  else if (!isValidLabel(sentValues[labelKey])) problems.push(wrongTypeProblem(column, [...path, labelKey]));
  return problems;
}

/**
 * Maximum number of problems that the check of a table reports; it then stops. A forged table may cause hundreds of
 * thousands of problems.
 */
const MAX_PROBLEMS = 5000;

/** Reports keys of a row that no column has, unless their stored value stays the same. */
function checkUnknownKeys({ table, index, row, storedRow }: RowContext): Problem[] {
  const definedKeys = new Set(
    table.columns.flatMap((column) => (column.hasCompanion ? [column.key, companionKey(column.key)] : [column.key])),
  );
  return Object.keys(row.fieldsMap)
    .filter((key) => !definedKeys.has(key) && !isSameValue(row.fieldsMap[key], storedRow?.fieldsMap[key]))
    .slice(0, MAX_PROBLEMS)
    .map((key) => problem('VALUE_UNKNOWN', ['childTables', table.key, index, 'fieldsMap', key], { key }));
}

const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * Checks the sent rows of one sub-table, matched by id with the stored ones. The client must have sent the complete
 * list; an absent table is unchanged. `hasSameInputs`: the client computed from the same inputs as the server (see
 * `isComputedAccepted`).
 */
export function checkRowChanges(table: CompiledTable, context: ChangeContext, hasSameInputs: boolean): Problem[] {
  const { incoming, stored, situation } = context;
  const sentRows = incoming.childTables?.[table.key];
  if (sentRows === undefined) return [];
  const path = ['childTables', table.key] as const;
  const label = table.node.label || table.key;
  if (stored !== null && !table.mayRead(situation)) return [forbiddenProblem(table as unknown as CompiledField, path)];
  if (!Array.isArray(sentRows) || !sentRows.every((row) => isRow(row) && typeof row.id === 'string'))
    return [problem('VALUE_TYPE', path, { label })];
  const storedRowsById = new Map(rowsOf(stored?.childTables?.[table.key]).map((row) => [row.id, row]));
  const sentIds = new Set(sentRows.map((row) => row.id));
  const problems: Problem[] = [];
  if (sentIds.size !== sentRows.length) problems.push(problem('VALUE_TYPE', path, { label }));
  const isTableWritable = context.writable.has(table.key);
  const mayWrite = createCellWriteCheck(table, context.visibleScopes, context.isFillReturned);
  const mayWriteCell = ({ id }: Row, column: CompiledColumn): boolean => isTableWritable && mayWrite(id, column);
  const relationFilledKeys = rowFilledKeys(table, context.visibleScopes[0]);
  const newRowLimits = createNewRowLimits(table, context, {
    stored: [...storedRowsById.values()],
    isTableWritable,
    // new rows contain values of the columns that a relation fills, even in a read-only table
    mayWrite: (row, column) => relationFilledKeys.has(column.key) || mayWriteCell(row, column),
  });
  const buttons = table.operations?.items ?? [];
  const removedIds = [...storedRowsById.keys()].filter((id) => !sentIds.has(id));
  const mayRemove =
    isTableWritable &&
    mayRemoveRow(table.node, situation) &&
    !removedIds.some(
      (id) =>
        isOthersRow(table.node, id, situation) ||
        !isRowEventAllowed(buttons, 'remove', storedRowsById.get(id)?.fieldsMap ?? {}, situation),
    );
  // a new record may hold all of its default rows, or no rows; removing some of them needs permission
  const hasMissingDefaultRows =
    sentRows.length > 0 && sentRows.length < newRowLimits.defaultRowCount && table.mayRead(situation);
  if ((removedIds.length > 0 || hasMissingDefaultRows) && !mayRemove && !mayRowsBeReplaced(table, context))
    problems.push(problem('ROW_REMOVE_FORBIDDEN', path, { label }));
  const mayAdd =
    (isTableWritable &&
      (mayAddRow(table.node, situation) || (storedRowsById.size > 0 && mayCopyRow(table.node, situation)))) ||
    mayHaveDefaultRows(table, context);
  if (isReordered([...storedRowsById.values()], sentRows) && !(isTableWritable && mayOrderRows(table.node, situation)))
    problems.push(problem('ROW_ORDER_FORBIDDEN', path, { label }));
  const computedRowsById = new Map(rowsOf(context.computed[table.key]).map((row) => [row.id, row]));
  sentRows.forEach((row, index) => {
    if (problems.length >= MAX_PROBLEMS) return;
    const storedRow = storedRowsById.get(row.id);
    if (storedRow === undefined && (!mayAdd || index >= newRowLimits.maxRows)) {
      problems.push(problem('ROW_ADD_FORBIDDEN', [...path, index], { label }));
      return;
    }
    if (storedRow === undefined && context.rowSourceResults?.isNotInSource(table.key, row.id))
      problems.push(problem('ROW_SOURCE', [...path, index], { label }));
    const rowContext: RowContext = {
      table,
      index,
      row,
      storedRow,
      computedRow: computedRowsById.get(row.id),
      unprovenColumns: storedRow === undefined ? newRowLimits.unprovenColumns(row) : NO_KEYS,
      mayWrite: (column) => mayWriteCell(row, column),
    };
    const rowProblems = [
      ...checkUnknownKeys(rowContext),
      ...table.columns.flatMap((column) => checkCell(column, rowContext, context, hasSameInputs)),
    ];
    // one by one: `push(...list)` overflows the stack if the list has a hundred thousand items
    for (const rowProblem of rowProblems.slice(0, MAX_PROBLEMS - problems.length)) problems.push(rowProblem);
  });
  return problems;
}

/**
 * SL-007: returns true if a change of the dependency field may have replaced the rows by newly loaded rows. If the
 * table would not load default rows into an empty table of this record, this needs permission to change the table. A
 * table that a relation fills needs no permission: its rows must follow the relation, and are compared with the chosen
 * record (`settleFilledRows`).
 */
function mayRowsBeReplaced(table: CompiledTable, { before, computed, situation, writable }: ChangeContext): boolean {
  const { node, key, rowFill } = table;
  return (
    hasDependencyChanged(table, before, computed) &&
    shouldLoadDefaultRows(node, situation, { rowCount: 1, hasDependencyChanged: true }) &&
    (rowFill !== null || writable.has(key) || shouldLoadDefaultRows(node, situation, { rowCount: 0 }))
  );
}
