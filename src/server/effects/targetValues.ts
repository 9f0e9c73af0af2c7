import { companionKey } from '../../domain/companionKey.ts';
import { type CompiledField, isTable, relatedIds, relationOf, type CompiledForm } from '../../kernel/index.ts';
import { type EffectRows, type EffectValues, rowPrefixFields, columnsOfTable } from '../../effects/index.ts';
import { fillKind, endOfPath, fieldsOf } from '../../relations/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import { roundTo } from '../../domain/numbers.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { readPathValues } from '../records/index.ts';
import type { Subject } from './subject.ts';
import { evaluate, isConditionMet, loadDisplayText, loadStoredRecord } from './values.ts';

type Fields = Record<string, unknown>;

/** The values that an effect writes into its target: fields, and rows of sub-tables. */
export interface TargetValues {
  fields: Fields;
  tables: Record<string, FormRecord['childTables'][string]>;
}

/**
 * Converts the result of an expression to the form in which the field stores it. A relation stores ids, numbers are
 * rounded to the field's digits, and a missing value (null, undefined, '') becomes the field's empty value.
 */
function toStored(field: CompiledField, value: unknown): unknown {
  const { precision } = field.node as { precision?: number };
  const relation = relationOf(field.node);
  if (relation) {
    const ids = relatedIds(value);
    return relation.isMultiple ? ids : (ids[0] ?? null);
  }
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return precision === undefined ? value : roundTo(value, precision);
  return value === null || value === undefined || value === '' ? (field.definition.emptyValue ?? null) : value;
}

/**
 * Evaluates the expressions of target fields, by the keys of these fields. For a field with a companion, adds the
 * display text: the stored text if the expression is only the name of a field, otherwise ''. `fieldOf`: returns the
 * target field with this key.
 */
async function evaluateFields(
  subject: Subject,
  expressions: EffectValues,
  fieldOf: (key: string) => CompiledField | undefined,
): Promise<Fields> {
  const fields: Fields = {};
  for (const [key, text] of Object.entries(expressions)) {
    const field = fieldOf(key);
    if (!field) throw new Refusal('EFFECT_REFUSED', { detail: `目标表单已没有字段“${key}”` });
    fields[key] = toStored(field, await evaluate(subject, text));
    if (field.hasCompanion) fields[companionKey(key)] = await loadDisplayText(subject, text);
  }
  return fields;
}

/** Adds the values that each relation among the given values fills from its record. Does not overwrite given values. */
async function withRelationFills(subject: Subject, form: CompiledForm, givenValues: Fields): Promise<Fields> {
  const { context, trx, names } = subject;
  const nodes = fieldsOf(form.definition);
  const values: Fields = { ...givenValues };
  for (const key of Object.keys(givenValues)) {
    const node = nodes.get(key);
    const relation = node ? relationOf(node) : null;
    const [id] = relatedIds(givenValues[key]);
    if (!relation || id === undefined) continue;
    for (const [target, source] of Object.entries(relation.fill)) {
      const field = form.fields.get(target);
      if (Object.hasOwn(givenValues, target) || !field || isTable(field)) continue;
      const { definition } = (await loadForm(context, trx, relation.to)).form;
      const end = endOfPath(definition, source.split('.'), names.formOf, context.vocabulary);
      const linkedValue = await valueAlongPath(subject, relation.to, id, source.split('.'));
      const fillsDisplayText = end !== null && fillKind(field.node, end, context.vocabulary) === 'text';
      values[target] = toStored(field, fillsDisplayText ? linkedValue.label : linkedValue.value);
      if (field.hasCompanion) values[companionKey(target)] = linkedValue.label;
    }
  }
  return values;
}

/** Returns the value at the end of the path `parts`, which begins in the record `id`, and the value's display text. */
async function valueAlongPath(
  subject: Subject,
  formKey: string,
  id: string,
  parts: readonly string[],
): Promise<{ value: unknown; label: string }> {
  if (subject.readsAsUser) {
    const { context, trx, user } = subject;
    const pathValue = (await readPathValues(context, trx, user, formKey, id, [parts.join('.')])).get(parts.join('.'));
    return { value: pathValue?.value ?? null, label: pathValue?.label ?? '' };
  }
  const [name = '', ...furtherNames] = parts;
  const row = await loadStoredRecord(subject, formKey, id);
  if (!row) return { value: null, label: '' };
  if (furtherNames.length > 0) {
    const { form } = await loadForm(subject.context, subject.trx, formKey);
    const node = form.fields.get(name)?.node;
    const relation = node ? relationOf(node) : null;
    const [nextId] = relatedIds(row.fields[name]);
    return relation && nextId !== undefined
      ? valueAlongPath(subject, relation.to, nextId, furtherNames)
      : { value: null, label: '' };
  }
  const label = row.fields[companionKey(name)];
  const systemColumns: Fields = { title: row.title, id: row.id };
  const value = Object.hasOwn(systemColumns, name) ? systemColumns[name] : row.fields[name];
  return { value: value ?? null, label: typeof label === 'string' ? label : '' };
}

/**
 * Returns the rows of the target's sub-tables: one row, with the same id, for each row of the source's sub-table that
 * meets `when`.
 */
async function evaluateRows(subject: Subject, form: CompiledForm, rows: EffectRows): Promise<TargetValues['tables']> {
  const tables: TargetValues['tables'] = {};
  for (const [key, { each, when, fields }] of Object.entries(rows)) {
    const table = form.tables.get(key);
    const columns = columnsOfTable(subject.loaded.form.definition, each);
    if (!table || !columns) throw new Refusal('EFFECT_REFUSED', { detail: `已没有子表“${table ? each : key}”` });
    const rowNames = { ...subject.names, prefixes: { ...subject.names.prefixes, row: rowPrefixFields(columns) } };
    const targetRows: FormRecord['childTables'][string] = [];
    for (const source of subject.row.child_tables[each] ?? []) {
      // a subject may inherit its properties, and a spread would lose inherited properties
      const rowSubject = Object.create(subject, {
        names: { value: rowNames },
        prefixValues: { value: { ...subject.prefixValues, row: source.fieldsMap } },
      }) as Subject;
      if (!(await isConditionMet(rowSubject, when))) continue;
      const columnOf = (name: string): CompiledField | undefined => table.columns.find((column) => column.key === name);
      targetRows.push({ id: source.id, fieldsMap: (await evaluateFields(rowSubject, fields, columnOf)) as never });
    }
    tables[key] = targetRows;
  }
  return tables;
}

/** Evaluates all values that an effect writes into a record of this form, including the fields that relations fill. */
export async function evaluateTargetValues(
  subject: Subject,
  form: CompiledForm,
  { fields = {}, rows = {} }: { fields?: EffectValues | undefined; rows?: EffectRows | undefined },
): Promise<TargetValues> {
  const fieldOf = (key: string): CompiledField | undefined => {
    const field = form.fields.get(key);
    return field && !isTable(field) ? field : undefined;
  };
  const values = await evaluateFields(subject, fields, fieldOf);
  return { fields: await withRelationFills(subject, form, values), tables: await evaluateRows(subject, form, rows) };
}
