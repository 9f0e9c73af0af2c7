import { untracked } from '@formily/reactive';
import type { FormRecord } from '../grammar/documents.ts';
import { isTable, type CompiledForm, type Row, type Scope } from '../kernel/form.ts';
import { initialValues } from '../kernel/records/values.ts';

type Values = Record<string, unknown>;

export const labelKey = (key: string): string => `${key}Label`;

/** Values of a stored record by field key: fields, their companion labels, and sub-tables as row lists. */
export function recordValues(compiled: CompiledForm, record: FormRecord): Values {
  const values: Values = {};
  for (const [key, field] of compiled.fields) {
    if (isTable(field)) { values[key] = rowsOf(record.childTables[key]); continue; }
    values[key] = record.fieldsMap[key];
    if (field.definition.hasCompanion === true) values[labelKey(key)] = record.fieldsMap[labelKey(key)];
  }
  return values;
}

/** A table that is no list (a broken record) reads as no rows; what is no row is left out. */
function rowsOf(stored: unknown): readonly Row[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter((row): row is Row => typeof row?.fieldsMap === 'object' && row.fieldsMap !== null);
}

/** Initial values of a new record, with the display texts of the defaults that name the person or their department. */
export function fillInitial(compiled: CompiledForm, values: Values, scope: Scope): void {
  untracked(() => {
    Object.assign(values, initialValues(compiled, scope.situation));
    // every key stands from the start, so that whoever reads it is told when it comes
    for (const [key, field] of compiled.fields) {
      values[key] ??= isTable(field) ? [] : undefined;
      if (field.definition.hasCompanion === true) values[labelKey(key)] ??= undefined;
    }
  });
}

/** Evaluates every computed field once, in order. `isMissingOnly` leaves stored values alone (view mode). */
export function fillComputed(compiled: CompiledForm, values: Values, scope: Scope, isMissingOnly: boolean): void {
  untracked(() => {
    for (const key of compiled.computeOrder) {
      if (isMissingOnly && values[key] !== undefined && values[key] !== null) continue;
      values[key] = compiled.fields.get(key)?.compute?.(scope) ?? undefined;
    }
  });
}

/**
 * The record to save. A key that neither has a value nor had one is left out: a field that this person may not
 * see never came, and must not go back as empty.
 */
export function toRecord(compiled: CompiledForm, values: Values, base: FormRecord | null): FormRecord {
  const fieldsMap: Values = {};
  const childTables: FormRecord['childTables'] = {};
  const put = (key: string): void => {
    const had = base !== null && Object.hasOwn(base.fieldsMap, key);
    if (values[key] !== undefined) fieldsMap[key] = values[key];
    else if (had) fieldsMap[key] = null;
  };
  for (const [key, field] of compiled.fields) {
    if (isTable(field)) {
      const rows = values[key] as readonly Row[];
      if (rows.length > 0 || base === null || Object.hasOwn(base.childTables, key)) childTables[key] = rows as FormRecord['childTables'][string];
      continue;
    }
    put(key);
    if (field.definition.hasCompanion === true) put(labelKey(key));
  }
  const { formKey, version } = compiled.definition;
  return { formKey, ...(version === undefined ? {} : { version }), ...base, fieldsMap, childTables };
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Equal for the user: the same data, or nothing in any of its spellings. Rows that were not touched are the same object and cost nothing. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (isNothing(a) && isNothing(b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isSameValue(item, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSameValue(a[key], b[key]));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
