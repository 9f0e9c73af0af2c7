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
  withDefaultsOfEditable,
  type Values,
} from '../../records/index.ts';
import type { Situation } from '../../rules/situation.ts';

/**
 * Returns the initial values: the values of the stored record, or the defaults of a new one. In edit mode a stored
 * record also gets the defaults of fields that have become editable (FK-012), and all computed values are computed.
 */
export function initialSessionValues(
  compiled: CompiledForm,
  record: FormRecord | null,
  situation: Situation,
  mode: 'edit' | 'view',
): Values {
  const recordValues = record === null ? initialValues(compiled, situation) : recordToValues(record, compiled);
  const values =
    mode === 'edit' && situation.isEdit === '1' && record !== null
      ? withDefaultsOfEditable(compiled, recordValues, situation)
      : recordValues;
  for (const key of compiled.tables.keys()) values[key] ??= [];
  return mode === 'edit' ? recompute(compiled, values, situation) : values;
}

/**
 * Returns the record to save. Fields that the user may not see are left out, because their values were not sent to the
 * browser and must not be saved as empty. A sub-table that the user may not read is left out for the same reason.
 * `base`: the stored record, whose system columns are kept; null for a new one.
 */
export function recordToSave(
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

/** Compares deeply. List items that are the same object are not compared further, so that 10,000 rows cost little. */
export function isUnchanged(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!Array.isArray(a) || !Array.isArray(b)) return isSameValue(a, b);
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]) || isSameValue(item, b[index]));
}

/** Size of a batch. Formily runs pending reactions recursively: about 3,000 at once overflow the stack of a browser. */
const BATCH_SIZE = 500;

/** Calls `work` for batches of a long list. Formily runs all reactions of a batch before the next batch begins. */
export function processInBatches<T>(list: readonly T[], work: (items: readonly T[]) => void): void {
  for (let from = 0; from < list.length; from += BATCH_SIZE) batch(() => work(list.slice(from, from + BATCH_SIZE)));
}

/**
 * Returns the values of a form that another application created with Formily (`foreignForm` of `createSession`), as raw
 * lists and objects. Reading from the form itself returns observed proxies, but the rows of a sub-table are compared by
 * identity.
 */
export function plainValues(form: Form): TracedValues {
  const values = new Proxy(form.values as Record<string, unknown>, {
    get: (target, key) => raw(Reflect.get(target, key) as object) as unknown,
  });
  // Formily observes every read and write of the values of such a form
  return { values, unobservedValues: values };
}
