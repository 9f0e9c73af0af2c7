import { sql } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import { companionKey, relatedIds, relationOf } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { flowOfForm } from '../../flowDocuments/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { recordsOf, recordTable } from '../columns/recordSource.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { valuesOf, writeRecord } from '../save/writeRecord.ts';
import type { Cleared, RecordTables } from '../tables.ts';
import { relationsOf } from './placed.ts';
import { findCandidates } from './targets.ts';

type Pointer = RecordTables['frm_relation'];

/** So many of those that point at a record are named in a refusal. */
const NAMED = 5;
const SEPARATOR = '、';

const ANY = { plan: null, read: () => undefined };

/** Refuses with RECORD_IN_USE, naming those of these records that this person may read. */
async function refuse(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  act: string,
  pointers: readonly Pointer[],
): Promise<never> {
  const byForm = new Map<string, Set<string>>();
  for (const { from_form, from_id } of pointers)
    byForm.set(from_form, (byForm.get(from_form) ?? new Set()).add(from_id));
  const named: { formKey: string; id: string; title: string }[] = [];
  const words: string[] = [];
  for (const [formKey, ids] of byForm) {
    if (named.length >= NAMED) break;
    const found = await findCandidates(context, trx, user, { to: formKey, ...ANY }, [...ids].slice(0, 200), true);
    const { formName } = (await loadForm(context, trx, formKey)).form.definition;
    const titles = [...found.values()].slice(0, NAMED - named.length);
    if (titles.length === 0) continue;
    words.push(`${formName}${titles.map(({ title, id }) => `“${title || id}”`).join(SEPARATOR)}`);
    named.push(...titles.map(({ id = '', title = '' }) => ({ formKey, id, title })));
  }
  throw new Refusal(
    'RECORD_IN_USE',
    {
      title: row.title || row.id,
      act,
      what: words.length === 0 ? '引用它的记录您无权查看' : `${words.join('；')}，可能还有您无权查看的其他记录`,
    },
    { records: named },
  );
}

/** Takes an id out of the relations of one record that clear themselves, as a change of its own in its history. */
async function clear(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  pointers: readonly Pointer[],
  id: string,
): Promise<void> {
  const [{ from_form: formKey, from_id: holder }] = pointers as [Pointer];
  const row = await trx
    .selectFrom(await recordsOf(trx, formKey))
    .selectAll()
    .where('form_key', '=', formKey)
    .where('id', '=', holder)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const loaded = await loadForm(context, trx, formKey, row.version);
  const without = (values: Record<string, unknown>, key: string): Record<string, unknown> => {
    const rest = relatedIds(values[key]).filter((one) => one !== id);
    const names = String(values[companionKey(key)] ?? '').split(SEPARATOR);
    const at = relatedIds(values[key]).indexOf(id);
    const isList = Array.isArray(values[key]);
    const label =
      isList && names.length === rest.length + 1 ? names.filter((_name, index) => index !== at).join(SEPARATOR) : '';
    return { ...values, [key]: isList ? rest : null, [companionKey(key)]: label };
  };
  const values = valuesOf(row);
  let fieldsMap: Record<string, unknown> = { ...values.fieldsMap };
  const childTables: FormRecord['childTables'] = { ...values.childTables };
  for (const { table_key: table, row_id: rowId, field_key: key } of pointers) {
    if (table === '') fieldsMap = without(fieldsMap, key);
    else
      childTables[table] = (childTables[table] ?? []).map((one) =>
        one.id === rowId ? { ...one, fieldsMap: without(one.fieldsMap, key) } : one,
      );
  }
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  await writeRecord(
    trx,
    { loaded, flow, row, user },
    { values: { fieldsMap, childTables }, flwState: row.flw_state, taskNode: row.task_node, action: 'clear', node: '' },
  );
}

/** Those of records that are not voided. */
async function ofUnvoided(trx: Trx, pointers: readonly Pointer[]): Promise<Pointer[]> {
  const voided = new Set<string>();
  for (const formKey of new Set(pointers.map(({ from_form }) => from_form))) {
    const ids = pointers.filter(({ from_form }) => from_form === formKey).map(({ from_id }) => from_id);
    const { rows } = await sql<{
      id: string;
    }>`select id from ${recordTable(formKey)} where flw_state = '4' and id = any(${ids}::text[])`.execute(trx);
    for (const { id } of rows) voided.add(id);
  }
  return pointers.filter(({ from_id }) => !voided.has(from_id));
}

/**
 * Before a record is removed or voided: refuses while others point at it whose relation says so (`onDelete`), and takes it
 * out of those that clear themselves. Voided records hold nobody back from being voided. The record is locked.
 * Answers the references that were cleared.
 */
export async function leaveUnused(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  act: '删除' | '作废',
): Promise<Cleared[]> {
  const all = await trx
    .selectFrom('frm_relation')
    .selectAll()
    .where('to_id', '=', row.id)
    .where('from_id', '<>', row.id)
    .orderBy('from_id')
    .execute();
  const pointers = act === '作废' ? await ofUnvoided(trx, all) : all;
  const restricting: Pointer[] = [];
  const clearing = new Map<string, Pointer[]>();
  for (const pointer of pointers) {
    const { form } = await loadForm(context, trx, pointer.from_form);
    const placed = relationsOf(form).find(
      ({ node, table }) => node.__vModel__ === pointer.field_key && (table ?? '') === pointer.table_key,
    );
    // a field that the newest version has no more is nobody's to hold on to, but its value must not dangle
    const onDelete = placed ? (relationOf(placed.node)?.onDelete ?? 'restrict') : 'clear';
    if (onDelete === 'restrict') restricting.push(pointer);
    else clearing.set(pointer.from_id, [...(clearing.get(pointer.from_id) ?? []), pointer]);
  }
  if (restricting.length > 0) await refuse(context, trx, user, row, act, restricting);
  const cleared: Cleared[] = [];
  for (const group of clearing.values()) {
    await clear(context, trx, user, group, row.id);
    for (const { from_form: formKey, from_id: id, field_key: field } of group) {
      const { formName } = (await loadForm(context, trx, formKey)).form.definition;
      cleared.push({ formKey, formName, id, field });
    }
  }
  return cleared;
}
