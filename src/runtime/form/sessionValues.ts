import type { Form } from '@formily/core';
import { batch, raw } from '@formily/reactive';
import type { TracedValues } from '../formily/lightField.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import {
  isSameValue,
  recompute,
  initialValues,
  recordToValues,
  valuesToRecord,
  withLateDefaults,
  type Values,
} from '../../records/index.ts';
import type { Situation } from '../../rules/situation.ts';

/** Values to begin with: of the stored record, or the defaults of a new one; computed ones are brought up to date where they can be edited. */
export function startValues(
  compiled: CompiledForm,
  record: FormRecord | null,
  situation: Situation,
  mode: 'edit' | 'view',
): Values {
  const stored = record === null ? initialValues(compiled, situation) : recordToValues(record, compiled);
  const values =
    mode === 'edit' && situation.isEdit === '1' && record !== null
      ? withLateDefaults(compiled, stored, situation)
      : stored;
  for (const key of compiled.tables.keys()) values[key] ??= [];
  return mode === 'edit' ? recompute(compiled, values, situation) : values;
}

/**
 * The record to save. What this person may not see never came, so it is no key of the values and does not go back
 * as empty; a hidden sub-table is left out for the same reason.
 */
export function toRecord(
  compiled: CompiledForm,
  values: Values,
  base: FormRecord | null,
  situation: Situation,
): FormRecord {
  const { fieldsMap, childTables } = valuesToRecord(values, compiled);
  for (const table of compiled.tables.values()) if (!table.mayRead(situation)) delete childTables[table.key];
  const { formKey, version } = compiled.definition;
  return { formKey, ...(version === undefined ? {} : { version }), ...base, fieldsMap, childTables };
}

/** Deep equality; of a list only the items that are not the same object are looked into (10,000 rows cost nothing). */
export function isUnchanged(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!Array.isArray(a) || !Array.isArray(b)) return isSameValue(a, b);
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]) || isSameValue(item, b[index]));
}

/** Formily runs reactions that are pending recursively: near 3,000 at once the stack of a browser is full. */
const PIECE = 500;

/** Works on a long list in batches, each of which Formily settles before the next begins. */
export function inPieces<T>(items: readonly T[], work: (piece: readonly T[]) => void): void {
  for (let from = 0; from < items.length; from += PIECE) batch(() => work(items.slice(from, from + PIECE)));
}

/**
 * The values of a form of another application. Its lists and objects are observed in depth; here they are read as they
 * are, since rows of a sub-table are compared by identity.
 */
export function plainValues(form: Form): TracedValues {
  const values = new Proxy(form.values as Record<string, unknown>, {
    get: (target, key) => raw(Reflect.get(target, key) as object) as unknown,
  });
  return { values, bare: values };
}
