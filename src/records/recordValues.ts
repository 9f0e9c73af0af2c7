import {
  companionKey,
  hasStoredType,
  isRow,
  isTable,
  type CompiledField,
  type CompiledForm,
  type CompiledTable,
  type Row,
  type Scope,
} from '../kernel/index.ts';
import type { FormRecord } from '../grammar/documents.ts';
import type { Situation } from '../rules/situation.ts';
import { type Path, type Problem, underPath, warning } from '../domain/problem/index.ts';
import { newRowId } from '../domain/rowId.ts';

/** Flat values of a form: fields and companion labels by key; a sub-table's value is its rows. */
export type Values = Readonly<Record<string, unknown>>;

/** What a record stores of them. */
export interface RecordValues {
  fieldsMap: Record<string, unknown>;
  childTables: Record<string, Row[]>;
}

/** Keys under which a field or column stores something. */
export const storedKeys = (field: CompiledField): string[] =>
  field.hasCompanion ? [field.key, companionKey(field.key)] : [field.key];

/** SC-030, SC-031: rows as stored; what is no row is left out, a missing or repeated id replaced. */
export function toRows(stored: unknown): Row[] {
  if (!Array.isArray(stored)) return [];
  const ids = new Set<string>();
  return stored
    .filter((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
    .map((item: Record<string, unknown>) => {
      const written = typeof item.id === 'string' || typeof item.id === 'number' ? String(item.id) : '';
      const id = written === '' || ids.has(written) ? newRowId() : written;
      ids.add(id);
      if (isRow(item) && item.id === id) return item;
      const { id: _id, ...rest } = item;
      return { id, fieldsMap: isRow(item) ? item.fieldsMap : rest };
    });
}

/** A stored record as the form's flat values. Values of a wrong type stay as they are, for `checkStored` to name. */
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

/** Flat values as a record stores them. A key that is present with nothing in it is stored as null: it was cleared. */
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

/** Display text of a default that names the person, their department or their unit. */
function ownName(
  { definition }: CompiledField,
  value: unknown,
  { id, name, dept, unit }: Situation['user'],
): string | undefined {
  const own = definition.references && { user: { id, name }, dept, unit }[definition.references.to];
  return own && value === own.id ? own.name : undefined;
}

/** Values of a new record: defaults, today, placeholders; later defaults may read earlier ones. Computed values come from `recompute`. */
export function initialValues(compiled: CompiledForm, situation: Situation): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of compiled.fields.values()) {
    Object.assign(values, given(field, { values, situation }));
  }
  return values;
}

/** A field's default and its text; nothing where there is none. */
function given(field: CompiledField, scope: Scope): Record<string, unknown> {
  const value = field.initial(scope);
  const name = field.hasCompanion ? ownName(field, value, scope.situation.user) : undefined;
  return {
    ...(value === undefined ? {} : { [field.key]: value }),
    ...(name === undefined ? {} : { [companionKey(field.key)]: name }),
  };
}

/**
 * FK-012 at a later node: fields and columns with `defaultWhen: editable` that are still empty and that this person may
 * fill in now begin with their default. What they do not see or may not change stays. Answers a new object.
 */
export function withLateDefaults(
  compiled: CompiledForm,
  stored: Values,
  situation: Situation,
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...stored };
  const isDue = (field: CompiledField, held: Values, scope: Scope): boolean =>
    field.node.defaultWhen === 'editable' &&
    field.isEmpty(held[field.key]) &&
    field.mayRead(situation) &&
    field.permits(scope) &&
    field.linkage.every(({ holds }) => holds(scope));
  for (const field of compiled.fields.values()) {
    const scope: Scope = { values, situation };
    if (!isTable(field)) {
      if (isDue(field, values, scope)) Object.assign(values, given(field, scope));
      continue;
    }
    const late = field.columns.filter((column) => column.node.defaultWhen === 'editable');
    const isShown = field.mayRead(situation) && field.linkage.every(({ holds }) => holds(scope));
    if (late.length === 0 || !isShown || !Array.isArray(values[field.key])) continue;
    values[field.key] = (values[field.key] as Row[]).map((row) => {
      const inside: Scope = { ...scope, row: row.fieldsMap };
      const due = late.filter((column) => isDue(column, row.fieldsMap, inside));
      return due.length === 0
        ? row
        : {
            ...row,
            fieldsMap: Object.assign(
              { ...row.fieldsMap },
              ...due.map((column) => given(column, inside)),
            ) as Row['fieldsMap'],
          };
    });
  }
  return values;
}

/** A new row of a sub-table with its columns' defaults. */
export function initialRow(table: CompiledTable, scope: Scope): Row {
  const fieldsMap: Record<string, unknown> = {};
  for (const column of table.columns) {
    Object.assign(fieldsMap, given(column, { ...scope, row: fieldsMap, isNewRow: true }));
  }
  return { id: newRowId(), fieldsMap };
}

const wrongType = (field: CompiledField, path: Path): Problem =>
  warning('VALUE_TYPE', path, { label: field.node.label || field.key });

/** Stored values whose type is not their widget's, as warnings: another system's record, an older definition. They are shown as text. */
export function checkStored(record: Pick<FormRecord, 'fieldsMap' | 'childTables'>, compiled: CompiledForm): Problem[] {
  return [...compiled.fields.values()].flatMap((field) => {
    if (!isTable(field))
      return hasStoredType(field.node, record.fieldsMap?.[field.key])
        ? []
        : [wrongType(field, ['fieldsMap', field.key])];
    const stored: unknown = record.childTables?.[field.key];
    if (stored === undefined) return [];
    if (!Array.isArray(stored)) return [wrongType(field as unknown as CompiledField, ['childTables', field.key])];
    return stored.flatMap((row: unknown, index) =>
      isRow(row)
        ? field.columns
            .filter((column) => !hasStoredType(column.node, row.fieldsMap[column.key]))
            .flatMap((column) =>
              underPath(['childTables', field.key, index, 'fieldsMap'], [wrongType(column, [column.key])]),
            )
        : [wrongType(field as unknown as CompiledField, ['childTables', field.key, index])],
    );
  });
}
