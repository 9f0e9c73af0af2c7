import { mayHaveLoadedRows } from '../rules/defaultRows.ts';
import type { Situation } from '../rules/situation.ts';
import {
  isTable,
  type CompiledColumn,
  type CompiledField,
  type CompiledForm,
  type CompiledTable,
  type Row,
  type Scope,
} from '../kernel/index.ts';
import { hasDependencyChanged, rowsOf } from './difference.ts';
import { recompute } from './recompute.ts';
import { isSameValue } from './sameValue.ts';
import { storedKeys, type Values } from './recordValues.ts';
import { createCellWriteCheck, writableKeys, type Scopes } from './writable.ts';

/** Copies `target` and sets these keys to their values in `source`; keys that `source` lacks are deleted. */
function withKeysFrom(target: Values, source: Values, keys: readonly string[]): Values {
  const next: Record<string, unknown> = { ...target };
  for (const key of keys) {
    if (Object.hasOwn(source, key)) next[key] = source[key];
    else delete next[key];
  }
  return next;
}

/**
 * Returns true if value and display text are both unchanged; choosing the stored value again may change the display
 * text.
 */
const isUnchanged = (field: CompiledField, after: Values, before: Values): boolean =>
  storedKeys(field).every((key) => isSameValue(after[key], before[key]));

/**
 * Returns true if the rows of a table are unchanged. Computed cells are not compared: they are no input, and change
 * with the values that they read, even outside the table.
 */
export function areRowsUnchanged(table: CompiledTable, after: unknown, before: unknown): boolean {
  if (Object.is(after, before)) return true;
  if (!Array.isArray(after) || !Array.isArray(before)) return isSameValue(after, before);
  const inputColumns = table.columns.filter(({ compute }) => compute === null);
  const isRowUnchanged = (row: Row, rowBefore: Row | undefined): boolean =>
    row === rowBefore ||
    (row.id === rowBefore?.id &&
      inputColumns.every((column) => isUnchanged(column, row.fieldsMap, rowBefore.fieldsMap)));
  return (
    after.length === before.length &&
    (after as readonly Row[]).every((row, index) => isRowUnchanged(row, before[index] as Row | undefined))
  );
}

/**
 * SL-004: returns true if the rows of a read-only table may be default rows, which are loaded even if the person may
 * not edit the table. A table that is hidden by its conditions loads no default rows; its rows may have been typed
 * while it was shown.
 */
const mayHoldDefaultRows = (table: CompiledTable, scope: Scope, before: Values): boolean =>
  mayHaveLoadedRows(table.node, scope.situation, {
    rowCount: rowsOf(before[table.key]).length,
    // a table that no relation fills reloads its rows after a change of its dependency field only if the person may
    // change the table (`mayRowsBeReplaced`)
    hasDependencyChanged: table.rowFill !== null && hasDependencyChanged(table, before, scope.values),
  }) &&
  (!table.hasWritePermission(scope) || table.access(scope).visible);

/** Returns the rows in which changes of cells that are not writable are undone. */
function revertUneditableCells(table: CompiledTable, scopes: Scopes): readonly Row[] {
  const [after, before] = scopes.map(({ values }) => values[table.key] as readonly Row[]) as [
    readonly Row[],
    readonly Row[],
  ];
  const beforeById = new Map(before.map((row) => [row.id, row]));
  const mayWrite = createCellWriteCheck(table, scopes);
  const isClosed = (row: Row, rowBefore: Row, column: CompiledColumn): boolean =>
    column.compute === null && !isUnchanged(column, row.fieldsMap, rowBefore.fieldsMap) && !mayWrite(row.id, column);
  let isChanged = false;
  const rows = after.map((row) => {
    const rowBefore = beforeById.get(row.id);
    const closedColumns =
      rowBefore === undefined || rowBefore === row
        ? []
        : table.columns.filter((column) => isClosed(row, rowBefore, column));
    if (rowBefore === undefined || closedColumns.length === 0) return row;
    isChanged = true;
    return { ...row, fieldsMap: withKeysFrom(row.fieldsMap, rowBefore.fieldsMap, closedColumns.flatMap(storedKeys)) };
  });
  return isChanged ? rows : after;
}

/**
 * Undoes once, in `after`, the changes of fields and cells that are not writable (`writableKeys`,
 * `createCellWriteCheck`).
 */
function revertUneditableOnce(compiled: CompiledForm, before: Values, after: Values, situation: Situation): Values {
  const scope: Scope = { values: after, situation };
  const scopes: Scopes = [scope, { values: before, situation }];
  const writable = writableKeys(compiled, scopes);
  let current = after;
  for (const field of compiled.fields.values()) {
    const { key } = field;
    if (
      field.compute !== null ||
      (isTable(field) ? areRowsUnchanged(field, after[key], before[key]) : isUnchanged(field, after, before))
    )
      continue;
    if (!writable.has(key)) {
      if (!isTable(field) || !mayHoldDefaultRows(field, scope, before))
        current = withKeysFrom(current, before, storedKeys(field));
    } else if (isTable(field) && Array.isArray(after[key]) && Array.isArray(before[key])) {
      const rows = revertUneditableCells(field, scopes);
      if (rows !== after[key]) current = { ...current, [key]: rows };
    }
  }
  return current === after ? after : recompute(compiled, current, situation);
}

/**
 * Reverts input in fields and cells that are no longer editable. Example: another value showed the field, the person
 * filled it in, and then that value was changed and hid the field again. The field gets its value in `before` back,
 * since the server would refuse the change. Returns `after` itself if nothing is reverted.
 */
export function revertUneditableInput(
  compiled: CompiledForm,
  before: Values,
  after: Values,
  situation: Situation,
): Values {
  let current = after;
  // each pass except the last restores at least one value or cell that is not computed; no later pass or computation
  // changes it again, so the loop ends
  for (
    let next = revertUneditableOnce(compiled, before, current, situation);
    next !== current;
    next = revertUneditableOnce(compiled, before, current, situation)
  )
    current = next;
  return current;
}

/**
 * Returns the labels of the fields and columns whose input `revertUneditableInput` has reverted although the page still
 * shows them. Fields that are hidden now are left out: the person has hidden them by another value. `typedValues`: the
 * values before; `remainingValues`: the values after.
 */
export function labelsOfRevertedFields(
  compiled: CompiledForm,
  typedValues: Values,
  remainingValues: Values,
  situation: Situation,
): string[] {
  if (typedValues === remainingValues) return [];
  const scope: Scope = { values: typedValues, situation };
  const isReverted = (field: CompiledField, typed: Values, remaining: Values, fieldScope: Scope): boolean =>
    field.compute === null && !isUnchanged(field, remaining, typed) && field.access(fieldScope).visible;
  return [...compiled.fields.values()].flatMap((field) => {
    const label = field.node.label || field.key;
    if (!isTable(field)) return isReverted(field, typedValues, remainingValues, scope) ? [label] : [];
    if (typedValues[field.key] === remainingValues[field.key]) return [];
    const remainingById = new Map(rowsOf(remainingValues[field.key]).map((row) => [row.id, row.fieldsMap]));
    return field.columns
      .filter((column) =>
        rowsOf(typedValues[field.key]).some((row) => {
          const remainingRow = remainingById.get(row.id);
          return (
            remainingRow !== undefined &&
            remainingRow !== row.fieldsMap &&
            isReverted(column, row.fieldsMap, remainingRow, { ...scope, row: row.fieldsMap, rowId: row.id })
          );
        }),
      )
      .map((column) => `${label}：${column.node.label || column.key}`);
  });
}
