import { isEmptyValue } from '../expressions/index.ts';
import { filledKeys, keysFilledByRelation } from '../rules/fills.ts';
import { isOthersRow } from '../rules/rowsOfOtherTasks.ts';
import type { Situation } from '../rules/situation.ts';
import type { CompiledColumn, CompiledField, CompiledForm, CompiledTable, Row, Scope } from '../kernel/index.ts';
import { recompute } from './recompute.ts';
import { isSameValue } from './sameValue.ts';

type Values = Readonly<Record<string, unknown>>;

/** The form's values after a person's changes, and before these changes (as the person's page received them). */
export type Scopes = readonly [after: Scope, before: Scope];

/**
 * Returns true if the person could edit the field in this scope: permitted by the rules, and shown and editable by its
 * conditions. Conditions on today's date count as met: the day may have changed since the page was opened.
 */
const isEditableIn = ({ hasWritePermission, linkage }: CompiledField, scope: Scope): boolean =>
  hasWritePermission(scope) && linkage.every(({ holds, readsDate }) => readsDate || holds(scope));

/**
 * Returns the keys of all fields that become editable step by step. Starts with the fields editable in `firstScope`. In
 * each round `scopeWith` gives the scope in which the fields found so far have been changed, and fields editable in
 * that scope are added. A field that becomes editable only by a forbidden change, or only by its own change, is not
 * returned. `fills`: returns the fields that may be written because the given field fills them.
 */
function editableClosure(
  fields: Iterable<CompiledField>,
  firstScope: Scope,
  scopeWith: (editableKeys: ReadonlySet<string>) => Scope,
  fills: (field: CompiledField) => CompiledField[],
): ReadonlySet<string> {
  const editableKeys = new Set<string>();
  const add = (field: CompiledField): void => {
    if (editableKeys.has(field.key)) return;
    editableKeys.add(field.key);
    fills(field).forEach(add);
  };
  let remaining = [...fields];
  for (let scope = firstScope, previousSize = -1; previousSize !== editableKeys.size; scope = scopeWith(editableKeys)) {
    previousSize = editableKeys.size;
    remaining = remaining.filter((field) => {
      if (!isEditableIn(field, scope)) return true;
      add(field);
      return false;
    });
  }
  return editableKeys;
}

/**
 * Returns true if the call of the field `watcher` returned `value` for the field `key`. Both are columns of `table`, in
 * the row `rowId`, or fields outside of tables if `table` is null.
 */
export type IsFillReturned = (
  target: { table: string | null; rowId?: string; watcher: string; key: string },
  value: unknown,
) => boolean;

/** Input for `filledBy`: the values after and before the change; `valuesBefore` is null for a new record or row. */
interface FillContext {
  find(key: string): CompiledField | undefined;
  situation: Situation;
  valuesAfter: Values;
  valuesBefore: Values | null;
  isReturned(watcher: string, key: string, value: unknown): boolean;
}

/**
 * Returns the fields that may be written because `field` fills them, by its call (OD-057) or as a relation. Leaves out
 * computed fields and fields that the person may not read.
 *
 * For a call, one of these must hold: the record or row is new, `field` has changed, or the filled field was empty
 * before (the answer may have arrived after the previous save). In addition the call must have returned the value, or
 * the value is empty because the call for the changed `field` finds nothing. An empty relation may only empty the
 * fields that it fills.
 */
const filledBy = (
  field: CompiledField,
  { find, situation, valuesAfter, valuesBefore, isReturned }: FillContext,
): CompiledField[] => {
  const isNewOrChanged = valuesBefore === null || !isSameValue(valuesAfter[field.key], valuesBefore[field.key]);
  // a relation only copies values of its target record, and the server verifies the copies; the filled fields may
  // change even if the relation itself is unchanged
  const relationKeys = new Set(keysFilledByRelation(field.node));
  return filledKeys(field.node).flatMap((key) => {
    const filledField = find(key);
    const mayBeFilled =
      isNewOrChanged ||
      relationKeys.has(key) ||
      (!field.isEmpty(valuesAfter[field.key]) && filledField?.isEmpty(valuesBefore[key]) === true);
    if (!mayBeFilled || !filledField || filledField.compute !== null || !filledField.mayRead(situation)) return [];
    const isAcceptable = relationKeys.has(key)
      ? !field.isEmpty(valuesAfter[field.key]) || filledField.isEmpty(valuesAfter[key])
      : (isNewOrChanged && filledField.isEmpty(valuesAfter[key])) || isReturned(field.key, key, valuesAfter[key]);
    return isAcceptable ? [filledField] : [];
  });
};

/** Returns the keys of the fields that this person may change, including those that other fields fill (`filledBy`). */
export function writableKeys(
  compiled: CompiledForm,
  [after, before]: Scopes,
  isFillReturned: IsFillReturned = () => true,
): ReadonlySet<string> {
  const { situation } = after;
  const scopeWith = (editableKeys: ReadonlySet<string>): Scope => {
    const changedFields = [...compiled.fields.values()].filter(
      ({ key, compute }) => compute === null && !Object.is(after.values[key], before.values[key]),
    );
    if (changedFields.every(({ key }) => editableKeys.has(key))) return after;
    const values = {
      ...before.values,
      ...Object.fromEntries(
        changedFields.filter(({ key }) => editableKeys.has(key)).map(({ key }) => [key, after.values[key]]),
      ),
    };
    return { values: recompute(compiled, values, situation), situation };
  };
  const fillContext: FillContext = {
    find: (key) => compiled.fields.get(key),
    situation,
    valuesAfter: after.values,
    valuesBefore: situation.recordId === null ? null : before.values,
    isReturned: (watcher, key, value) => isFillReturned({ table: null, watcher, key }, value),
  };
  return editableClosure(compiled.fields.values(), before, scopeWith, (field) => filledBy(field, fillContext));
}

/** Returns the values of each row of a sub-table, by row id. */
const rowsById = ({ values }: Scope, key: string): Map<string, Values> =>
  new Map((Array.isArray(values[key]) ? (values[key] as Row[]) : []).map((row) => [row.id, row.fieldsMap]));

/** Returns the keys of the columns that name the person to whom a row belongs. */
export const ownerColumnKeys = ({ columns }: CompiledTable): string[] =>
  columns.flatMap(({ node }) =>
    node.openCurrentUserCtr === '1' && node.currentUserValue !== undefined ? [node.currentUserValue] : [],
  );

/**
 * Creates the check of whether this person may change the cell of a column in the row `id`. Only valid for a table
 * whose key is writable.
 */
export function createCellWriteCheck(
  table: CompiledTable,
  [after, before]: Scopes,
  isFillReturned: IsFillReturned = () => true,
): (id: string, column: CompiledColumn) => boolean {
  const [rowsAfter, rowsBefore] = [rowsById(after, table.key), rowsById(before, table.key)];
  const ownerKeys = ownerColumnKeys(table);
  const editableIn = (id: string): ReadonlySet<string> => {
    const valuesAfter = rowsAfter.get(id) ?? {};
    // a new record has no stored rows: its default rows are rows that the person adds
    const valuesBefore = after.situation.recordId === null ? undefined : rowsBefore.get(id);
    const fills = (column: CompiledField): CompiledField[] =>
      filledBy(column, {
        find: (key) => table.columns.find(({ key: columnKey }) => columnKey === key),
        situation: after.situation,
        valuesAfter,
        valuesBefore: valuesBefore ?? null,
        isReturned: (watcher, key, value) => isFillReturned({ table: table.key, rowId: id, watcher, key }, value),
      });
    if (valuesBefore === undefined)
      return editableInNew(table, { ...after, row: valuesAfter, rowId: id, isNewRow: true }, fills);
    // the owner is taken from the stored row: a save that changes the owner cannot edit the row as the new owner
    const storedOwners = Object.fromEntries(ownerKeys.map((key) => [key, valuesBefore[key]]));
    const scopeWith = (editableKeys: ReadonlySet<string>): Scope => ({
      ...after,
      rowId: id,
      row: {
        ...valuesBefore,
        ...Object.fromEntries([...editableKeys].map((key) => [key, valuesAfter[key]])),
        ...storedOwners,
      },
    });
    return editableClosure(table.columns, { ...before, row: valuesBefore, rowId: id }, scopeWith, fills);
  };
  const editableByRow = new Map<string, ReadonlySet<string>>();
  const keysOfFill = rowFilledKeys(table, after);
  const { rowFill } = table;
  const isRefilled = rowFill !== null && !isSameValue(after.values[rowFill.relation], before.values[rowFill.relation]);
  const isNew = (id: string): boolean => after.situation.recordId === null || !rowsBefore.has(id);
  return (id, { key }) => {
    if (keysOfFill.has(key) && (isNew(id) || (isRefilled && !isOthersRow(table.node, id, after.situation))))
      return true;
    const editableKeys = editableByRow.get(id) ?? editableIn(id);
    editableByRow.set(id, editableKeys);
    return editableKeys.has(key);
  };
}

/**
 * Returns the columns that a relation of the form fills in the rows of this table, while the relation has a value. In a
 * new row, and in all rows when the relation changes, their values need no right to write the column. They are copied
 * from rows of the target record, and the server verifies the copies.
 */
export function rowFilledKeys({ rowFill, columns }: CompiledTable, { values, situation }: Scope): ReadonlySet<string> {
  if (rowFill === null || isEmptyValue(values[rowFill.relation])) return NO_KEYS;
  return new Set(
    columns
      .filter(
        ({ key, compute, mayRead }) => Object.hasOwn(rowFill.columns, key) && compute === null && mayRead(situation),
      )
      .map(({ key }) => key),
  );
}

const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * Returns the editable columns of a new row: those permitted by the rules, and those that the permitted columns fill.
 * The conditions of the columns are not checked: a column that is hidden now may have been filled in while it was
 * shown, and a new row has no earlier state that would tell.
 */
function editableInNew(
  table: CompiledTable,
  scope: Scope,
  fills: (column: CompiledField) => CompiledField[],
): ReadonlySet<string> {
  const permitted = table.columns.filter((column) => column.hasWritePermission(scope));
  return new Set([...permitted, ...permitted.flatMap(fills)].map(({ key }) => key));
}
