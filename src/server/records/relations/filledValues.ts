import { sql } from 'kysely';
import { isTable, type CompiledField, type CompiledForm } from '../../../kernel/index.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import type { Path } from '../../../domain/problem/index.ts';
import { storedKeys } from '../../../records/index.ts';
import type { Situation } from '../../../rules/situation.ts';
import type { Trx } from '../../store/transaction.ts';
import { recordTable } from '../columns/recordSource.ts';
import type { ValueGroup } from '../save/valueGroups.ts';
import type { RecordValues } from '../tables.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Filled values of fields that are hidden from the person who saves. `path`: the path of the value group. */
export interface HiddenFill {
  path: Path;
  values: Fields;
}

/** Returns a field of a value group by its key: a column if the group is a row, else a field outside of sub-tables. */
export function fieldInGroup(form: CompiledForm, { table }: ValueGroup, key: string): CompiledField | undefined {
  const field = table ? table.columns.find((column) => column.key === key) : form.fields.get(key);
  return field && isTable(field) ? undefined : field;
}

/**
 * Returns the entries of a filled field in a record: its value and, if the field stores a display text, the display
 * text.
 */
export const filledEntries = (field: CompiledField, value: unknown, label: string): Record<string, unknown> => ({
  [field.key]: value,
  ...(field.hasCompanion ? { [companionKey(field.key)]: label } : {}),
});

/** Returns the entries of a filled field whose source has no value. */
export const emptyEntries = (field: CompiledField): Record<string, unknown> =>
  filledEntries(field, field.definition.emptyValue ?? null, '');

/**
 * Returns the empty values of those filled fields that are hidden from this person. When the relation is emptied, the
 * page itself empties the visible fields. Null if the page empties all fields.
 */
export function emptiedHiddenFill(
  form: CompiledForm,
  situation: Situation,
  valueGroup: ValueGroup,
  keys: readonly string[],
): HiddenFill | null {
  const hiddenFields = keys
    .map((key) => fieldInGroup(form, valueGroup, key))
    .filter((field) => field !== undefined)
    .filter((field) => !field.mayRead(situation));
  if (hiddenFields.length === 0) return null;
  return { path: valueGroup.path, values: Object.assign({}, ...hiddenFields.map(emptyEntries)) as Fields };
}

/** The separator between the display texts of a relation's records. */
const LABEL_SEPARATOR = '、';

/**
 * Returns the titles of the records with which another relation fills this relation, by id. They are taken from the
 * display text of the source (`label`); if a title contains the separator, from the records. Records without a title
 * are left out.
 */
export async function findFilledTitles(
  trx: Trx,
  relatedFormKey: string,
  ids: readonly string[],
  label: string,
): Promise<ReadonlyMap<string, string>> {
  const names = ids.length === 1 ? [label] : label.split(LABEL_SEPARATOR);
  if (names.length === ids.length)
    return new Map(ids.flatMap((id, index): [string, string][] => (names[index] ? [[id, names[index]]] : [])));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    title: string;
  }>`select id, title from ${recordTable(relatedFormKey)} where id = any(${ids}::text[]) and title <> ''`.execute(trx);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Returns the stored keys of those fields that a formula computes. */
const computedKeys = (fields: Iterable<CompiledField>): string[] =>
  [...fields].filter(({ compute }) => Boolean(compute)).flatMap(storedKeys);

/**
 * Adds values to one group of the sent values. Removes the sent values of computed fields, because the client computed
 * them without the added values. The server computes them again in any case.
 */
export function addValues(form: CompiledForm, sentValues: RecordValues, valueGroup: ValueGroup, values: Fields): void {
  for (const key of computedKeys(form.fields.values())) delete sentValues.fieldsMap[key];
  if (!valueGroup.table) {
    Object.assign(sentValues.fieldsMap, values);
    return;
  }
  const { key, columns } = valueGroup.table;
  const computedCellKeys = new Set(computedKeys(columns));
  const withoutComputed = (row: Fields): Record<string, unknown> =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !computedCellKeys.has(name)));
  sentValues.childTables[key] = (sentValues.childTables[key] ?? []).map((row) =>
    row.id === valueGroup.rowId ? { ...row, fieldsMap: { ...withoutComputed(row.fieldsMap), ...values } } : row,
  );
}

/** Returns the values to be stored, completed with the filled values of fields that are hidden from this person. */
export function withFillsOfHiddenFields(
  values: RecordValues,
  fillsOfHiddenFields: readonly HiddenFill[],
): RecordValues {
  if (fillsOfHiddenFields.length === 0) return values;
  const fieldsMap = { ...values.fieldsMap };
  const childTables = { ...values.childTables };
  for (const { path, values: fill } of fillsOfHiddenFields) {
    const [, table, index] = path;
    if (path[0] === 'fieldsMap') Object.assign(fieldsMap, fill);
    else
      childTables[String(table)] = (childTables[String(table)] ?? []).map((row, rowIndex) =>
        rowIndex === index ? { ...row, fieldsMap: { ...row.fieldsMap, ...fill } } : row,
      );
  }
  return { fieldsMap, childTables };
}
