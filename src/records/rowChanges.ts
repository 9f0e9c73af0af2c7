import { mayHaveLoadedRows, shouldLoadDefaultRows } from '../rules/defaultRows.ts';
import { isOthersRow } from '../rules/otherRows.ts';
import { mayAddRow, mayCopyRow, mayOrderRows, mayRemoveRow } from '../rules/tables.ts';
import {
  type CompiledColumn,
  type CompiledField,
  type CompiledTable,
  type Row,
  isRow,
  hasStoredType,
  companionKey,
} from '../kernel/index.ts';
import { type Problem, problem } from '../domain/problem/index.ts';
import { forbidden, isComputedHonest, isLabel, wrongType, type ChangeContext } from './changeContext.ts';
import { newRows } from './newRows.ts';
import { isReordered, rowsOf } from './difference.ts';
import { isSameValue } from './sameValue.ts';
import { storedKeys } from './recordValues.ts';
import { writableCells } from './writable.ts';

/** Rows may also come from the document's default data (in a new record), or from its call. */
function hasDefaultRows(table: CompiledTable, context: ChangeContext): boolean {
  const { node } = table;
  const { situation, before, stored } = context;
  const isLoaded = mayHaveLoadedRows(node, situation, { rowCount: rowsOf(before[node.__vModel__]).length });
  return ((node.defaultTbData?.length ?? 0) > 0 && stored === null) || isLoaded || isReplaced(table, context);
}

interface RowPlace {
  table: CompiledTable;
  index: number;
  row: Row;
  old: Row | undefined;
  expected: Row | undefined;
  foreign: ReadonlySet<string>;
  mayWrite(column: CompiledColumn): boolean;
}

function checkCell(column: CompiledColumn, place: RowPlace, context: ChangeContext, mayReadAll: boolean): Problem[] {
  const { table, index, row, old, expected } = place;
  const problems: Problem[] = [];
  const at = ['childTables', table.key, index, 'fieldsMap'] as const;
  const sent = row.fieldsMap;
  if (old !== undefined && !column.compute && !column.mayRead(context.situation))
    return storedKeys(column)
      .filter((key) => Object.hasOwn(sent, key))
      .map((key) => forbidden(column, [...at, key]));
  const has = (key: string): boolean => Object.hasOwn(sent, key) && !isSameValue(sent[key], old?.fieldsMap[key]);
  if (has(column.key)) {
    const word = old === undefined ? (context.picked?.wordOn(table.key, row.id, column.key) ?? null) : null;
    const isAllowed = column.compute
      ? isComputedHonest(
          column,
          sent[column.key],
          expected?.fieldsMap[column.key],
          old?.fieldsMap[column.key],
          mayReadAll,
        )
      : place.mayWrite(column) || (old === undefined && !place.foreign.has(column.key));
    if (!isAllowed)
      problems.push(
        word === 'refuted'
          ? problem('ROW_SOURCE', [...at, column.key], { label: table.node.label || table.key })
          : forbidden(column, [...at, column.key]),
      );
    else if (!hasStoredType(column.node, sent[column.key])) problems.push(wrongType(column, [...at, column.key]));
  }
  const label = companionKey(column.key);
  if (!column.hasCompanion || !has(label)) return problems;
  if (old !== undefined && !place.mayWrite(column)) problems.push(forbidden(column, [...at, label]));
  else if (!isLabel(sent[label])) problems.push(wrongType(column, [...at, label]));
  return problems;
}

function checkStrangers({ table, index, row, old }: RowPlace): Problem[] {
  const known = new Set(
    table.columns.flatMap((column) => (column.hasCompanion ? [column.key, companionKey(column.key)] : [column.key])),
  );
  return Object.keys(row.fieldsMap)
    .filter((key) => !known.has(key) && !isSameValue(row.fieldsMap[key], old?.fieldsMap[key]))
    .map((key) => problem('VALUE_UNKNOWN', ['childTables', table.key, index, 'fieldsMap', key], { key }));
}

const NOTHING: ReadonlySet<string> = new Set();

/** Nobody reads more, and a forged table can have hundreds of thousands. */
const ENOUGH = 5000;

/** Rows of one sub-table, matched by id. The whole list must have come; an absent table is unchanged. */
export function checkRowChanges(table: CompiledTable, context: ChangeContext, mayReadAll: boolean): Problem[] {
  const { incoming, stored, situation } = context;
  const sent = incoming.childTables?.[table.key];
  if (sent === undefined) return [];
  const path = ['childTables', table.key] as const;
  const label = table.node.label || table.key;
  if (stored !== null && !table.mayRead(situation)) return [forbidden(table as unknown as CompiledField, path)];
  if (!Array.isArray(sent) || !sent.every((row) => isRow(row) && typeof row.id === 'string'))
    return [problem('VALUE_TYPE', path, { label })];
  const before = new Map(rowsOf(stored?.childTables?.[table.key]).map((row) => [row.id, row]));
  const sentIds = new Set(sent.map((row) => row.id));
  const problems: Problem[] = [];
  if (sentIds.size !== sent.length) problems.push(problem('VALUE_TYPE', path, { label }));
  const isOpen = context.writable.has(table.key);
  const mayWrite = writableCells(table, context.moments, context.vouches);
  const mayWriteIn = ({ id }: Row, column: CompiledColumn): boolean => isOpen && mayWrite(id, column);
  const added = newRows(table, context, { stored: [...before.values()], isOpen, mayWrite: mayWriteIn });
  const removed = [...before.keys()].filter((id) => !sentIds.has(id));
  const mayRemove =
    isOpen && mayRemoveRow(table.node, situation) && !removed.some((id) => isOthersRow(table.node, id, situation));
  // of a new record's default rows all came, or none where nobody filled the table in
  const isCut = sent.length > 0 && sent.length < added.given && table.mayRead(situation);
  if ((removed.length > 0 || isCut) && !mayRemove && !isReplaced(table, context))
    problems.push(problem('ROW_REMOVE_FORBIDDEN', path, { label }));
  const mayAdd =
    (isOpen && (mayAddRow(table.node, situation) || (before.size > 0 && mayCopyRow(table.node, situation)))) ||
    hasDefaultRows(table, context);
  if (isReordered([...before.values()], sent) && !(isOpen && mayOrderRows(table.node, situation)))
    problems.push(problem('ROW_ORDER_FORBIDDEN', path, { label }));
  const expected = new Map(rowsOf(context.computed[table.key]).map((row) => [row.id, row]));
  sent.forEach((row, index) => {
    if (problems.length >= ENOUGH) return;
    const old = before.get(row.id);
    if (old === undefined && (!mayAdd || index >= added.most)) {
      problems.push(problem('ROW_ADD_FORBIDDEN', [...path, index], { label }));
      return;
    }
    if (old === undefined && context.picked?.isStranger(table.key, row.id))
      problems.push(problem('ROW_SOURCE', [...path, index], { label }));
    const place: RowPlace = {
      table,
      index,
      row,
      old,
      expected: expected.get(row.id),
      foreign: old === undefined ? added.foreign(row) : NOTHING,
      mayWrite: (column) => mayWriteIn(row, column),
    };
    problems.push(
      ...checkStrangers(place),
      ...table.columns.flatMap((column) => checkCell(column, place, context, mayReadAll)),
    );
  });
  return problems;
}

/**
 * SL-007: a change of the dependency field replaces the rows by newly loaded ones; beyond the places where rows are
 * loaded at first, in tables that this person may write alone.
 */
function isReplaced(
  { node, key: table }: CompiledTable,
  { before, computed, situation, writable }: ChangeContext,
): boolean {
  const key = node.defaultTbDataDependKey;
  const hasDependencyChanged = key !== undefined && !isSameValue(before[key], computed[key]);
  return (
    hasDependencyChanged &&
    shouldLoadDefaultRows(node, situation, { rowCount: 1, hasDependencyChanged }) &&
    (writable.has(table) || shouldLoadDefaultRows(node, situation, { rowCount: 0 }))
  );
}
