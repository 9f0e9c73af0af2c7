import { sql } from 'kysely';
import { companionKey } from '../../domain/companionKey.ts';
import { relatedIds, relationOf, isTable, type CompiledField } from '../../kernel/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import { loadForm } from '../documents/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { Trx } from '../store/transaction.ts';
import { recordTable, valuesOf, writeRecord, type RecordRow, type RecordValues } from '../records/index.ts';
import { logChange } from './effectLog.ts';
import type { Subject } from './subject.ts';
import { lockRecord } from './lockTargets.ts';

/** The maximum number of records that may refer to `from`, the record that is merged into another one. */
const MAX_RECORDS = 2000;
const SEPARATOR = '、';

type Fields = FormRecord['fieldsMap'];

/** Returns the titles of these records of one form, by id. */
async function loadTitles(trx: Trx, formKey: string, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; title: string }>`select id, title from ${recordTable(formKey)}
    where id = any(${[...ids]}::text[])`.execute(trx);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Replaces the id `from` in one relation by the record `into`, which then occurs only once. */
async function redirectField(trx: Trx, values: Fields, key: string, from: string, into: RecordRow): Promise<Fields> {
  const ids = relatedIds(values[key]);
  if (!ids.includes(from)) return values;
  const names = String(values[companionKey(key)] ?? '').split(SEPARATOR);
  // a name that contains the separator cannot be distinguished from two names
  const labels =
    names.length === ids.length
      ? new Map(ids.map((id, index) => [id, names[index] ?? '']))
      : await loadTitles(trx, into.form_key, ids);
  labels.set(into.id, into.title);
  const nextIds = [...new Set(ids.map((id) => (id === from ? into.id : id)))];
  return {
    ...values,
    [key]: Array.isArray(values[key]) ? nextIds : (nextIds[0] ?? null),
    [companionKey(key)]: nextIds.map((id) => labels.get(id) ?? '').join(SEPARATOR),
  };
}

const refersTo = (field: CompiledField, formKey: string): boolean => relationOf(field.node)?.to === formKey;

/** Returns the values of a record in which all references to the record `from` are replaced by references to `into`. */
async function redirectValues(
  subject: Subject,
  row: RecordRow,
  from: RecordRow,
  into: RecordRow,
): Promise<RecordValues> {
  const { form } = await loadForm(subject.context, subject.trx, row.form_key, row.version);
  const { fieldsMap, childTables } = valuesOf(row);
  let fields = fieldsMap;
  for (const field of form.fields.values())
    if (!isTable(field) && refersTo(field, from.form_key))
      fields = await redirectField(subject.trx, fields, field.key, from.id, into);
  const tables = { ...childTables };
  for (const [key, table] of form.tables) {
    const columns = table.columns.filter((column) => refersTo(column, from.form_key));
    const rows: (typeof tables)[string] = [];
    for (const tableRow of childTables[key] ?? []) {
      let values = tableRow.fieldsMap;
      for (const column of columns) values = await redirectField(subject.trx, values, column.key, from.id, into);
      rows.push({ ...tableRow, fieldsMap: values });
    }
    tables[key] = rows;
  }
  return { fieldsMap: fields, childTables: tables };
}

/**
 * Replaces all references to the record `from` by references to `into`: in fields and sub-tables of records in every
 * state. The replacement is one change in the history of each referring record, and updates roll-ups. Values that a
 * relation copied from the record `from` stay unchanged. The subject's record, `from` and `into` keep their references.
 * Refuses with EFFECT_REFUSED if more than `MAX_RECORDS` records refer to `from`, or if a record cannot refer to
 * `into`. Returns the number of referring records.
 */
export async function redirectReferences(subject: Subject, from: RecordRow, into: RecordRow): Promise<number> {
  const { context, trx, user } = subject;
  const references = await trx
    .selectFrom('frm_relation')
    .select(['from_form', 'from_id'])
    .distinct()
    .where('to_id', '=', from.id)
    .where('from_id', 'not in', [subject.row.id, into.id, from.id])
    .orderBy('from_id')
    .limit(MAX_RECORDS + 1)
    .execute();
  if (references.length > MAX_RECORDS)
    throw new Refusal('EFFECT_REFUSED', { detail: `指向“${from.title}”的记录超过 ${MAX_RECORDS} 条，请先分批整理` });
  for (const { from_form: formKey, from_id: id } of references) {
    const row = await lockRecord(subject, formKey, id);
    if (!row) continue;
    const loaded = await loadForm(context, trx, formKey, row.version);
    const valuesBefore = valuesOf(row);
    const values = await redirectValues(subject, row, from, into);
    if (JSON.stringify(values) === JSON.stringify(valuesBefore)) continue;
    const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
    try {
      const storedRow = await writeRecord(
        trx,
        { loaded, flow, row, user },
        {
          values,
          flwState: row.flw_state,
          taskNode: row.task_node,
          action: 'effect',
          actionNode: '',
          note: subject.cause,
        },
      );
      await logChange(subject, 'change', storedRow, { canUndo: false, before: valuesBefore });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const name = `${loaded.form.definition.formName}“${row.title}”`;
      throw new Refusal('EFFECT_REFUSED', { detail: `${name}不能改为关联“${into.title}”：${error.message}` });
    }
  }
  return references.length;
}
