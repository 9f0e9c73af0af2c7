import { isRowEventAllowed } from '../rules/buttons.ts';
import { filledKeys } from '../rules/fills.ts';
import { mayHaveLoadedRows } from '../rules/defaultRows.ts';
import { isOthersRow } from '../rules/rowsOfOtherTasks.ts';
import { mayAddRow, mayCopyRow, mayOrderRows, mayRemoveRow } from '../rules/tables.ts';
import type { Situation } from '../rules/situation.ts';
import {
  isTable,
  type CompiledField,
  type CompiledForm,
  type CompiledTable,
  type Row,
  type Scope,
} from '../kernel/index.ts';
import type { AddedRow, TablePatch, ValuesPatch } from './patch.ts';
import { missingRowIds, patchValues } from './patch.ts';
import type { Values } from './recordValues.ts';

/** The result of `allowedPatch`. */
export interface AllowedPatch {
  patch: ValuesPatch;
  /**
   * The changes that the person may not or cannot make, as Chinese texts: the label of a field or column, or for rows a
   * text such as “明细：新增的行”.
   */
  dropped: readonly string[];
}

const labelOf = (field: CompiledField): string => field.node.label || field.key;

/** Returns the field or column that stores `key`, either as its value or as its companion label. */
function fieldOfKey(fields: ReadonlyMap<string, CompiledField>, key: string): CompiledField | undefined {
  const fieldWithKey = fields.get(key);
  if (fieldWithKey) return fieldWithKey;
  const base = key.endsWith('Label') ? fields.get(key.slice(0, -'Label'.length)) : undefined;
  return base?.hasCompanion ? base : undefined;
}

interface FilterContext {
  /** The states after and before the patch. */
  scopes: readonly Scope[];
  /** Keys of the fields and columns that another field fills (by a call or a relation). */
  keysFilledByFields: ReadonlySet<string>;
  situation: Situation;
  /** Keys of the fields that the patch changes. */
  changedFields: ReadonlySet<string>;
  reportDropped(name: string): void;
}

/**
 * Returns true if the value may stay in the patch. The field must be readable and not computed. It must be filled by
 * another field (by a call or a relation) or be writable in one of `scopes`: after or before the patch, since a change
 * of one field may make another field editable.
 */
const mayKeep = (
  field: CompiledField,
  { keysFilledByFields, situation }: FilterContext,
  scopes: readonly Scope[],
): boolean =>
  field.mayRead(situation) &&
  !field.compute &&
  (keysFilledByFields.has(field.key) || scopes.some((scope) => field.mayWrite(scope)));

/**
 * Returns the cells of one row that the person may change and, in a new row, all that they may read. Reports the other
 * cells as dropped, except computed ones.
 */
function allowedCells(
  table: CompiledTable,
  columns: ReadonlyMap<string, CompiledField>,
  cells: Readonly<Record<string, unknown>>,
  { id: rowId, row, isNewRow }: { id: string; row: Readonly<Record<string, unknown>>; isNewRow: boolean },
  context: FilterContext,
): Record<string, unknown> {
  const scopes = context.scopes.map((scope) => ({ ...scope, row, rowId, isNewRow }));
  return Object.fromEntries(
    Object.entries(cells).filter(([key]) => {
      const column = fieldOfKey(columns, key);
      // a computed value is not user input; the server computes it again
      if (column?.compute) return false;
      // in a new row the draft's values of locked columns are kept too, if the person may read them
      if (column && (mayKeep(column, context, scopes) || (isNewRow && column.mayRead(context.situation)))) return true;
      context.reportDropped(
        column
          ? `${labelOf(table as unknown as CompiledField)}：${labelOf(column)}`
          : `${labelOf(table as unknown as CompiledField)}：${key}`,
      );
      return false;
    }),
  );
}

/** Returns the allowed changes of one sub-table; null if the person may not read it. Reports the other changes. */
function allowedTable(
  table: CompiledTable,
  patch: TablePatch,
  rows: readonly Row[],
  context: FilterContext,
): TablePatch | null {
  const { cells, added, removed, order } = patch;
  const name = labelOf(table as unknown as CompiledField);
  const { situation } = context;
  if (!table.mayRead(situation)) {
    context.reportDropped(name);
    return null;
  }
  const columns = new Map(table.columns.map((column) => [column.key, column]));
  const rowValuesById = new Map(rows.map((row) => [row.id, row.fieldsMap]));
  const missingIds = new Set(missingRowIds(rows, patch));
  const isUserInput = (key: string): boolean => !fieldOfKey(columns, key)?.compute;
  if ([...missingIds].some((id) => Object.keys(cells[id] ?? {}).some(isUserInput)))
    context.reportDropped(`${name}：已不存在的行`);
  const keptCells = Object.fromEntries(
    Object.entries(cells)
      .filter(([id]) => !missingIds.has(id))
      .map(
        ([id, change]) =>
          [
            id,
            allowedCells(
              table,
              columns,
              change,
              { id, row: { ...rowValuesById.get(id), ...change }, isNewRow: false },
              context,
            ),
          ] as const,
      )
      .filter(([, change]) => Object.keys(change).length > 0),
  );
  const { defaultTbDataDependKey: dependencyKey } = table.node;
  // rows that were loaded as default rows need no permission to add rows (SL-004); the server looks them up again
  const mayBeLoaded = mayHaveLoadedRows(table.node, situation, {
    rowCount: rows.length,
    hasDependencyChanged: dependencyKey !== undefined && context.changedFields.has(dependencyKey),
  });
  const mayAdd = mayBeLoaded || mayAddRow(table.node, situation) || mayCopyRow(table.node, situation);
  const keptRemovedIds = mayRemoveRow(table.node, situation)
    ? removed.filter(
        (id) =>
          !isOthersRow(table.node, id, situation) &&
          isRowEventAllowed(table.operations?.items ?? [], 'remove', rowValuesById.get(id) ?? {}, situation),
      )
    : [];
  if (!mayAdd && Object.keys(added).length > 0) context.reportDropped(`${name}：新增的行`);
  const mayOrder = mayOrderRows(table.node, situation);
  if (order && !mayOrder) context.reportDropped(`${name}：行的顺序`);
  if (keptRemovedIds.length < removed.length) context.reportDropped(`${name}：删除的行`);
  const keptAddedRows = mayAdd
    ? Object.fromEntries(
        Object.entries(added).map(([id, row]): [string, AddedRow] => [
          id,
          {
            ...row,
            fieldsMap: allowedCells(table, columns, row.fieldsMap, { id, row: row.fieldsMap, isNewRow: true }, context),
          },
        ]),
      )
    : {};
  return {
    cells: keptCells,
    added: keptAddedRows,
    removed: keptRemovedIds,
    ...(order && mayOrder ? { order } : {}),
  };
}

/**
 * Returns the changes of an earlier draft that this person may still apply to the form. Other changes are left out and
 * named in `dropped`: their field, column or row no longer exists, or the person may not read or change it any more.
 * Computed values are left out without being named, since they are computed again. `values`: the current values, to
 * which `patch` would be applied.
 */
export function allowedPatch(
  compiled: CompiledForm,
  values: Values,
  patch: ValuesPatch,
  situation: Situation,
): AllowedPatch {
  const dropped = new Set<string>();
  const scopes: Scope[] = [
    { values: patchValues(values, patch), situation },
    { values, situation },
  ];
  const keysFilledByFields = new Set(
    [...compiled.fields.values()].flatMap((field) => [
      ...filledKeys(field.node),
      ...(isTable(field) ? field.columns.flatMap((column) => filledKeys(column.node)) : []),
    ]),
  );
  const context: FilterContext = {
    scopes,
    keysFilledByFields,
    situation,
    changedFields: new Set(Object.keys(patch.fields)),
    reportDropped: (name) => dropped.add(name),
  };
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(patch.fields)) {
    const field = fieldOfKey(compiled.fields, key);
    if (field?.compute) continue;
    if (field && mayKeep(field, context, scopes)) fields[key] = value;
    else dropped.add(field ? labelOf(field) : key);
  }
  const tables: Record<string, TablePatch> = {};
  for (const [key, table] of Object.entries(patch.tables)) {
    const compiledTable = compiled.tables.get(key);
    const allowedChanges = compiledTable
      ? allowedTable(compiledTable, table, Array.isArray(values[key]) ? (values[key] as Row[]) : [], context)
      : null;
    if (allowedChanges) tables[key] = allowedChanges;
    else if (!compiledTable) dropped.add(key);
  }
  return { patch: { fields, tables }, dropped: [...dropped] };
}
