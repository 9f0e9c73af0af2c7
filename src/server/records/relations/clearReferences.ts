import { sql } from 'kysely';
import type { FormRecord } from '../../../grammar/documents.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { relatedIds, relationOf } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { flowOfForm } from '../../flowDocuments/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Trx } from '../../store/transaction.ts';
import { recordsOf, recordTable } from '../columns/recordSource.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { valuesOf, writeRecord } from '../save/writeRecord.ts';
import type { ClearedReference, RecordTables } from '../tables.ts';
import { relationsOf } from './relationsOf.ts';
import { findSelectable } from './selectableRecords.ts';

/** One reference to a record: a row of the relation index. */
type Reference = RecordTables['frm_relation'];

/** Maximum number of referring records that an error message names. */
const MAX_NAMED = 5;
/** Maximum number of referring records of one form that are checked for whether the person may read them. */
const MAX_SEARCHED = 200;
const SEPARATOR = '、';

/** `plan` and `read` of `SelectableRecords` for a search without a condition. */
const NO_CONDITION = { plan: null, read: () => undefined };

/**
 * Refuses with RECORD_IN_USE the deletion or voiding (`act`) of the record `row`. Names the referring records that
 * this person may read.
 */
async function refuseInUse(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  act: string,
  references: readonly Reference[],
): Promise<never> {
  const byForm = new Map<string, Set<string>>();
  for (const { from_form, from_id } of references)
    byForm.set(from_form, (byForm.get(from_form) ?? new Set()).add(from_id));
  const namedRecords: { formKey: string; id: string; title: string }[] = [];
  const descriptions: string[] = [];
  for (const [formKey, ids] of byForm) {
    if (namedRecords.length >= MAX_NAMED) break;
    const readableRecords = await findSelectable(
      context,
      trx,
      user,
      { to: formKey, ...NO_CONDITION },
      [...ids].slice(0, MAX_SEARCHED),
      {
        isAnyReadable: true,
      },
    );
    const { formName } = (await loadForm(context, trx, formKey)).form.definition;
    const shownRecords = [...readableRecords.values()].slice(0, MAX_NAMED - namedRecords.length);
    if (shownRecords.length === 0) continue;
    descriptions.push(`${formName}${shownRecords.map(({ title, id }) => `“${title || id}”`).join(SEPARATOR)}`);
    namedRecords.push(...shownRecords.map(({ id = '', title = '' }) => ({ formKey, id, title })));
  }
  throw new Refusal(
    'RECORD_IN_USE',
    {
      title: row.title || row.id,
      act,
      what:
        descriptions.length === 0
          ? '引用它的记录您无权查看'
          : `${descriptions.join('；')}，可能还有您无权查看的其他记录`,
    },
    { records: namedRecords },
  );
}

/**
 * Removes the record `id` from relations of one referring record, as a separate change in the history of the referring
 * record. `references`: the index rows of these relations.
 */
async function clearInRecord(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  references: readonly Reference[],
  id: string,
): Promise<void> {
  const [{ from_form: formKey, from_id: referringId }] = references as [Reference];
  const row = await trx
    .selectFrom(await recordsOf(trx, formKey))
    .selectAll()
    .where('form_key', '=', formKey)
    .where('id', '=', referringId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const loaded = await loadForm(context, trx, formKey, row.version);
  const withoutReference = (values: Record<string, unknown>, key: string): Record<string, unknown> => {
    const remainingIds = relatedIds(values[key]).filter((relatedId) => relatedId !== id);
    const names = String(values[companionKey(key)] ?? '').split(SEPARATOR);
    const position = relatedIds(values[key]).indexOf(id);
    const isList = Array.isArray(values[key]);
    const label =
      isList && names.length === remainingIds.length + 1
        ? names.filter((_name, index) => index !== position).join(SEPARATOR)
        : '';
    return { ...values, [key]: isList ? remainingIds : null, [companionKey(key)]: label };
  };
  const values = valuesOf(row);
  let fieldsMap: Record<string, unknown> = { ...values.fieldsMap };
  const childTables: FormRecord['childTables'] = { ...values.childTables };
  for (const { table_key: table, row_id: rowId, field_key: key } of references) {
    if (table === '') fieldsMap = withoutReference(fieldsMap, key);
    else
      childTables[table] = (childTables[table] ?? []).map((tableRow) =>
        tableRow.id === rowId ? { ...tableRow, fieldsMap: withoutReference(tableRow.fieldsMap, key) } : tableRow,
      );
  }
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  await writeRecord(
    trx,
    { loaded, flow, row, user },
    {
      values: { fieldsMap, childTables },
      flwState: row.flw_state,
      taskNode: row.task_node,
      action: 'clear',
      actionNode: '',
    },
  );
}

/** Returns the references from records that are not voided. */
async function withoutVoided(trx: Trx, references: readonly Reference[]): Promise<Reference[]> {
  const voidedIds = new Set<string>();
  for (const formKey of new Set(references.map(({ from_form }) => from_form))) {
    const ids = references.filter(({ from_form }) => from_form === formKey).map(({ from_id }) => from_id);
    const { rows } = await sql<{
      id: string;
    }>`select id from ${recordTable(formKey)} where flw_state = '4' and id = any(${ids}::text[])`.execute(trx);
    for (const { id } of rows) voidedIds.add(id);
  }
  return references.filter(({ from_id }) => !voidedIds.has(from_id));
}

/**
 * Clears the references to a record before the record is removed or voided (`act`). The caller must have locked the
 * record. Refuses with RECORD_IN_USE if a relation with `onDelete: restrict` refers to the record. Otherwise removes
 * the record from the relations of other records and returns the cleared references. References from voided records do
 * not prevent voiding, and voiding does not clear them.
 */
export async function clearReferences(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  row: RecordRow,
  act: '删除' | '作废',
): Promise<ClearedReference[]> {
  const allReferences = await trx
    .selectFrom('frm_relation')
    .selectAll()
    .where('to_id', '=', row.id)
    .where('from_id', '<>', row.id)
    .orderBy('from_id')
    .execute();
  const references = act === '作废' ? await withoutVoided(trx, allReferences) : allReferences;
  const restrictingReferences: Reference[] = [];
  const referencesToClear = new Map<string, Reference[]>();
  for (const reference of references) {
    const { form } = await loadForm(context, trx, reference.from_form);
    const locatedRelation = relationsOf(form).find(
      ({ node, table }) => node.__vModel__ === reference.field_key && (table ?? '') === reference.table_key,
    );
    // a relation that is missing in the newest version of the form does not prevent the removal, but is cleared
    const onDelete = locatedRelation ? (relationOf(locatedRelation.node)?.onDelete ?? 'restrict') : 'clear';
    if (onDelete === 'restrict') restrictingReferences.push(reference);
    else referencesToClear.set(reference.from_id, [...(referencesToClear.get(reference.from_id) ?? []), reference]);
  }
  if (restrictingReferences.length > 0) await refuseInUse(context, trx, user, row, act, restrictingReferences);
  const clearedReferences: ClearedReference[] = [];
  for (const referencesOfRecord of referencesToClear.values()) {
    await clearInRecord(context, trx, user, referencesOfRecord, row.id);
    for (const { from_form: formKey, from_id: id, field_key: field } of referencesOfRecord) {
      const { formName } = (await loadForm(context, trx, formKey)).form.definition;
      clearedReferences.push({ formKey, formName, id, field });
    }
  }
  return clearedReferences;
}
