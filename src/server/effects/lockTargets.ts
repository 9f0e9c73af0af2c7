import { columnsOfEach, columnsOfTable, CREATED_PREFIX, THIS_RECORD } from '../../effects/index.ts';
import { fieldsOf } from '../../relations/index.ts';
import { relatedIds, relationOf } from '../../kernel/index.ts';
import { loadForm } from '../documents/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import { approvals, recordsOf, type RecordRow } from '../records/index.ts';
import type { Target } from './storeTarget.ts';
import type { Subject } from './subject.ts';
import { loadStoredRecord } from './values.ts';

/**
 * Reads a record and locks it until the transaction ends. Locks its process first, as all transactions do, to avoid
 * deadlocks.
 */
export async function lockRecord(
  { context, trx }: Pick<Subject, 'context' | 'trx'>,
  formKey: string,
  id: string,
): Promise<RecordRow | undefined> {
  await approvals.registeredFor(context).lockProcess(trx, id);
  return trx
    .selectFrom(await recordsOf(trx, formKey))
    .selectAll()
    .where('form_key', '=', formKey)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Returns a locked record as a target. A record of a form with a process uses the form version with which it was filled
 * in, unless this version lacks one of the fields `keys`. All other records use the newest version.
 */
export async function targetOf(subject: Subject, row: RecordRow, keys: readonly string[] = []): Promise<Target> {
  const { context, trx } = subject;
  const newestForm = await loadForm(context, trx, row.form_key);
  const flow = await flowOfForm(context, trx, newestForm.form.definition.flowKey);
  if (!flow || row.version === newestForm.version) return { loaded: newestForm, flow, row };
  const filledInForm = await loadForm(context, trx, row.form_key, row.version);
  return { loaded: keys.every((key) => filledInForm.form.fields.has(key)) ? filledInForm : newestForm, flow, row };
}

/**
 * Locks the record to which a path in a form definition leads (`this`, `contract`, `row.device`), so that it can be
 * changed. Returns the record; null if a relation in the path is empty. Refuses with EFFECT_REFUSED if a relation of
 * the path no longer exists, or if a record on the path was removed.
 */
export async function lockRecordAt(subject: Subject, pathText: string): Promise<RecordRow | null> {
  // in the effects of a button, `row` is the record for which the button was pressed: the record of `subject`
  const isRowTheSubject = pathText === 'row' && subject.names.prefixes['row']?.isRecord === true;
  if (pathText === THIS_RECORD || isRowTheSubject) return subject.row;
  const names = pathText.split('.');
  const [firstName = ''] = names;
  const prefixFields = ['row', 'dialog', CREATED_PREFIX].includes(firstName)
    ? subject.names.prefixes[firstName]
    : undefined;
  let values: Readonly<Record<string, unknown>> = prefixFields
    ? (subject.prefixValues[firstName] ?? {})
    : subject.row.fields;
  let fields = prefixFields?.fields ?? fieldsOf(subject.loaded.form.definition);
  const relationNames = prefixFields ? names.slice(1) : names;
  for (const [index, name] of relationNames.entries()) {
    const node = fields.get(name);
    const relation = node ? relationOf(node) : null;
    if (!relation) throw new Refusal('EFFECT_REFUSED', { detail: `已没有关联“${pathText}”` });
    const [id] = relatedIds(values[name]);
    if (id === undefined) return null;
    const isLast = index === relationNames.length - 1;
    const row = isLast ? await lockRecord(subject, relation.to, id) : await loadStoredRecord(subject, relation.to, id);
    if (!row) throw new Refusal('EFFECT_REFUSED', { detail: `“${node?.label || name}”指向的记录已不存在` });
    if (isLast) return row;
    values = row.fields;
    fields = fieldsOf((await loadForm(subject.context, subject.trx, relation.to)).form.definition);
  }
  return null;
}

/**
 * Returns the rows for which an effect is executed: the rows of the sub-table `each`, or one row for each record of the
 * relation `each`. Without `each`: one row with the key '' and no values. No rows if the form has no such sub-table or
 * relation.
 */
export function rowsOfEffect(
  subject: Subject,
  each: string | undefined,
): { key: string; values: Readonly<Record<string, unknown>> | null }[] {
  if (each === undefined) return [{ key: '', values: null }];
  const { definition } = subject.loaded.form;
  if (!columnsOfTable(definition, each))
    return columnsOfEach(definition, each)
      ? relatedIds(subject.row.fields[each]).map((id) => ({ key: id, values: { [each]: id } }))
      : [];
  return (subject.row.child_tables[each] ?? []).map(({ id, fieldsMap }) => ({ key: id, values: fieldsMap }));
}

/**
 * Returns the rows with these keys that `rowsOfEffect` no longer returns. The values of a removed sub-table row are
 * lost, so the row gets no values; the row of a record that was removed from a relation keeps the record's id.
 */
export function removedRowsOfEffect(
  subject: Subject,
  each: string | undefined,
  keys: readonly string[],
): ReturnType<typeof rowsOfEffect> {
  if (each === undefined) return [];
  const presentKeys = new Set(rowsOfEffect(subject, each).map(({ key }) => key));
  const isTableRow = columnsOfTable(subject.loaded.form.definition, each) !== null;
  return keys.filter((key) => !presentKeys.has(key)).map((key) => ({ key, values: isTableRow ? {} : { [each]: key } }));
}
