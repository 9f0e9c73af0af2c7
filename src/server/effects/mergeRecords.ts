import { companionKey, relatedIds, relationOf, isTable, type CompiledField } from '../../kernel/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import { loadForm } from '../documents/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import { valuesOf, writeRecord, type RecordRow, type RecordValues } from '../records/index.ts';
import { noteChange } from './effectLog.ts';
import type { Subject } from './subject.ts';
import { heldRecord } from './targets.ts';

/** More records than this do not change what they point at in one step. */
const MOST = 2000;
const SEPARATOR = '、';

type Fields = FormRecord['fieldsMap'];

/** One relation with an id in the place of another; a record that it holds already stays once. */
function repointed(values: Fields, key: string, from: string, into: RecordRow): Fields {
  const ids = relatedIds(values[key]);
  if (!ids.includes(from)) return values;
  const names = String(values[companionKey(key)] ?? '').split(SEPARATOR);
  const labels = new Map(ids.map((id, at) => [id, names[at] ?? '']));
  labels.set(into.id, into.title);
  const next = [...new Set(ids.map((id) => (id === from ? into.id : id)))];
  return {
    ...values,
    [key]: Array.isArray(values[key]) ? next : (next[0] ?? null),
    [companionKey(key)]: next.map((id) => labels.get(id) ?? '').join(SEPARATOR),
  };
}

const pointsTo = (field: CompiledField, formKey: string): boolean => relationOf(field.node)?.to === formKey;

/** The values of a record with everything in them that points at one record pointing at the other. */
async function valuesAfter(subject: Subject, row: RecordRow, from: RecordRow, into: RecordRow): Promise<RecordValues> {
  const { form } = await loadForm(subject.context, subject.trx, row.form_key, row.version);
  const { fieldsMap, childTables } = valuesOf(row);
  let fields = fieldsMap;
  for (const field of form.fields.values())
    if (!isTable(field) && pointsTo(field, from.form_key)) fields = repointed(fields, field.key, from.id, into);
  const tables = { ...childTables };
  for (const [key, table] of form.tables)
    tables[key] = (childTables[key] ?? []).map((one) => ({
      ...one,
      fieldsMap: table.columns
        .filter((column) => pointsTo(column, from.form_key))
        .reduce((values, column) => repointed(values, column.key, from.id, into), one.fieldsMap),
    }));
  return { fieldsMap: fields, childTables: tables };
}

/**
 * Lets every record that points at `from` point at `into` instead: in fields and sub-tables, in every state, as a change
 * of its own in its history; roll-ups follow. What was filled in beside the relation stays as it was chosen. The record
 * that tells of the merge keeps pointing at both. Refuses with EFFECT_REFUSED where there are too many, or one of them
 * cannot hold the other record.
 */
export async function repointAll(subject: Subject, from: RecordRow, into: RecordRow): Promise<number> {
  const { context, trx, user } = subject;
  const pointers = await trx
    .selectFrom('frm_relation')
    .select(['from_form', 'from_id'])
    .distinct()
    .where('to_id', '=', from.id)
    .where('from_id', 'not in', [subject.row.id, into.id, from.id])
    .orderBy('from_id')
    .limit(MOST + 1)
    .execute();
  if (pointers.length > MOST)
    throw new Refusal('EFFECT_REFUSED', { detail: `指向“${from.title}”的记录超过 ${MOST} 条，请先分批整理` });
  for (const { from_form: formKey, from_id: id } of pointers) {
    const row = await heldRecord(subject, formKey, id);
    if (!row) continue;
    const loaded = await loadForm(context, trx, formKey, row.version);
    const before = valuesOf(row);
    const values = await valuesAfter(subject, row, from, into);
    if (JSON.stringify(values) === JSON.stringify(before)) continue;
    const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
    try {
      const stored = await writeRecord(
        trx,
        { loaded, flow, row, user },
        { values, flwState: row.flw_state, taskNode: row.task_node, action: 'effect', node: '', note: subject.cause },
      );
      await noteChange(subject, 'change', stored, { canUndo: false, before });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const name = `${loaded.form.definition.formName}“${row.title}”`;
      throw new Refusal('EFFECT_REFUSED', { detail: `${name}不能改为关联“${into.title}”：${error.message}` });
    }
  }
  return pointers.length;
}
