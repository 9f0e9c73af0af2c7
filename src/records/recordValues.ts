import { companionKey } from '../domain/companionKey.ts';
import {
  hasStoredType,
  isRow,
  isTable,
  type CompiledField,
  type CompiledForm,
  type Row,
  type Scope,
} from '../kernel/index.ts';
import type { FormRecord } from '../grammar/documents.ts';
import type { Situation } from '../rules/situation.ts';
import { type Path, type Problem, underPath, warning } from '../domain/problem/index.ts';
import { newRowId } from '../domain/rowId.ts';

/** Flat values of a form: fields and companion labels by key; a sub-table's value is its rows. */
export type Values = Readonly<Record<string, unknown>>;

/** The same values as a record stores them: fields and sub-tables apart. */
export interface RecordValues {
  fieldsMap: Record<string, unknown>;
  childTables: Record<string, Row[]>;
}

/** Returns the keys under which a field or column stores its value and, if it has one, its companion label. */
export const storedKeys = (field: CompiledField): string[] =>
  field.hasCompanion ? [field.key, companionKey(field.key)] : [field.key];

/**
 * SC-030, SC-031: returns the stored rows in valid form. An item that is not an object is left out. An object without
 * `fieldsMap` becomes a row with its keys as values. A missing or repeated id is replaced by a new id.
 */
export function toRows(storedRows: unknown): Row[] {
  if (!Array.isArray(storedRows)) return [];
  const ids = new Set<string>();
  return storedRows
    .filter((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
    .map((item: Record<string, unknown>) => {
      const storedId = typeof item.id === 'string' || typeof item.id === 'number' ? String(item.id) : '';
      const id = storedId === '' || ids.has(storedId) ? newRowId() : storedId;
      ids.add(id);
      if (isRow(item) && item.id === id) return item;
      const { id: _id, ...rest } = item;
      return { id, fieldsMap: isRow(item) ? item.fieldsMap : rest };
    });
}

/**
 * Converts a stored record to flat values. A field keeps a value of a wrong type. Of a sub-table, a value that is not a
 * list and items that are not objects are left out (`toRows`). `checkStored` reports both.
 */
export function recordToValues(
  record: Pick<FormRecord, 'fieldsMap' | 'childTables'>,
  compiled: CompiledForm,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of compiled.fields.values()) {
    if (isTable(field)) {
      values[field.key] = toRows(record.childTables?.[field.key]);
      continue;
    }
    for (const key of storedKeys(field)) {
      if (Object.hasOwn(record.fieldsMap ?? {}, key)) values[key] = record.fieldsMap[key];
    }
  }
  return values;
}

/** Converts flat values to a record. A key with the value undefined is stored as null: the field was cleared. */
export function valuesToRecord(values: Values, compiled: CompiledForm): RecordValues {
  const fieldsMap: Record<string, unknown> = {};
  const childTables: Record<string, Row[]> = {};
  for (const field of compiled.fields.values()) {
    if (isTable(field)) {
      if (Array.isArray(values[field.key])) childTables[field.key] = values[field.key] as Row[];
      continue;
    }
    for (const key of storedKeys(field)) {
      if (Object.hasOwn(values, key)) fieldsMap[key] = values[key] ?? null;
    }
  }
  return { fieldsMap, childTables };
}

/**
 * Returns the display text of a default value that refers to the user, their department or their unit; undefined for
 * other values.
 */
function displayNameOfDefault(
  { definition }: CompiledField,
  value: unknown,
  { id, name, dept, unit }: Situation['user'],
): string | undefined {
  const referenced = definition.references && { user: { id, name }, dept, unit }[definition.references.to];
  return referenced && value === referenced.id ? referenced.name : undefined;
}

/**
 * Returns the initial values of a new record: those of the widgets (such as today) and the defaults of the definition,
 * in which `${…}` is replaced. A default may read the values of earlier fields. Computed values are added by
 * `recompute`.
 */
export function initialValues(compiled: CompiledForm, situation: Situation): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of compiled.fields.values()) {
    Object.assign(values, defaultEntries(field, { values, situation }));
  }
  return values;
}

/** Returns a field's default value and its display text; an empty object without a default. */
function defaultEntries(field: CompiledField, scope: Scope): Record<string, unknown> {
  const value = field.initial(scope);
  const name = field.hasCompanion ? displayNameOfDefault(field, value, scope.situation.user) : undefined;
  return {
    ...(value === undefined ? {} : { [field.key]: value }),
    ...(name === undefined ? {} : { [companionKey(field.key)]: name }),
  };
}

/**
 * FK-012: gives fields and columns with `defaultWhen: editable` their default at a later task node, if they are still
 * empty and this person may edit them. Other fields keep their values. Returns a new object.
 */
export function withDefaultsOfEditable(
  compiled: CompiledForm,
  storedValues: Values,
  situation: Situation,
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...storedValues };
  const isDefaultDue = (field: CompiledField, currentValues: Values, scope: Scope): boolean =>
    field.node.defaultWhen === 'editable' &&
    field.isEmpty(currentValues[field.key]) &&
    field.mayRead(situation) &&
    field.hasWritePermission(scope) &&
    field.linkage.every(({ holds }) => holds(scope));
  for (const field of compiled.fields.values()) {
    const scope: Scope = { values, situation };
    if (!isTable(field)) {
      if (isDefaultDue(field, values, scope)) Object.assign(values, defaultEntries(field, scope));
      continue;
    }
    const lateColumns = field.columns.filter((column) => column.node.defaultWhen === 'editable');
    const isShown = field.mayRead(situation) && field.linkage.every(({ holds }) => holds(scope));
    if (lateColumns.length === 0 || !isShown || !Array.isArray(values[field.key])) continue;
    values[field.key] = (values[field.key] as Row[]).map((row) => {
      const rowScope: Scope = { ...scope, row: row.fieldsMap, rowId: row.id };
      const dueColumns = lateColumns.filter((column) => isDefaultDue(column, row.fieldsMap, rowScope));
      return dueColumns.length === 0
        ? row
        : {
            ...row,
            fieldsMap: Object.assign(
              { ...row.fieldsMap },
              ...dueColumns.map((column) => defaultEntries(column, rowScope)),
            ) as Row['fieldsMap'],
          };
    });
  }
  return values;
}

const wrongTypeWarning = (field: CompiledField, path: Path): Problem =>
  warning('VALUE_TYPE', path, { label: field.node.label || field.key });

/**
 * Reports stored values whose type does not fit their widget, as warnings; another system or an older definition may
 * have written them. Such values are shown as text.
 */
export function checkStored(record: Pick<FormRecord, 'fieldsMap' | 'childTables'>, compiled: CompiledForm): Problem[] {
  return [...compiled.fields.values()].flatMap((field) => {
    if (!isTable(field))
      return hasStoredType(field.node, record.fieldsMap?.[field.key])
        ? []
        : [wrongTypeWarning(field, ['fieldsMap', field.key])];
    const storedRows: unknown = record.childTables?.[field.key];
    if (storedRows === undefined) return [];
    if (!Array.isArray(storedRows))
      return [wrongTypeWarning(field as unknown as CompiledField, ['childTables', field.key])];
    return storedRows.flatMap((row: unknown, index) =>
      isRow(row)
        ? field.columns
            .filter((column) => !hasStoredType(column.node, row.fieldsMap[column.key]))
            .flatMap((column) =>
              underPath(['childTables', field.key, index, 'fieldsMap'], [wrongTypeWarning(column, [column.key])]),
            )
        : [wrongTypeWarning(field as unknown as CompiledField, ['childTables', field.key, index])],
    );
  });
}
