import { columnsOfEach, columnsOfTable, fieldsOf, relatedIds, relationOf, THIS } from '../../kernel/index.ts';
import { loadForm } from '../documents/index.ts';
import { flowOfForm } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import { approvals, recordsOf, type RecordRow } from '../records/index.ts';
import type { Target } from './storeTarget.ts';
import type { Subject } from './subject.ts';
import { storedRecord } from './values.ts';

/** Holds a record until the transaction ends: its process before it, as everywhere. */
export async function heldRecord(
  { context, trx }: Pick<Subject, 'context' | 'trx'>,
  formKey: string,
  id: string,
): Promise<RecordRow | undefined> {
  await approvals.of(context).lockProcess(trx, id);
  return trx
    .selectFrom(await recordsOf(trx, formKey))
    .selectAll()
    .where('form_key', '=', formKey)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * A held record as a target, in the version it was filled in; where that lacks a field that is to be written, in the newest
 * one. The newest also where the form has no process.
 */
export async function targetOf(subject: Subject, row: RecordRow, keys: readonly string[] = []): Promise<Target> {
  const { context, trx } = subject;
  const newest = await loadForm(context, trx, row.form_key);
  const flow = await flowOfForm(context, trx, newest.form.definition.flowKey);
  if (!flow || row.version === newest.version) return { loaded: newest, flow, row };
  const own = await loadForm(context, trx, row.form_key, row.version);
  return { loaded: keys.every((key) => own.form.fields.has(key)) ? own : newest, flow, row };
}

/**
 * The record that a written path leads to (`this`, `contract`, `row.device`), held for writing; null: a relation on the
 * way is empty. Refuses with EFFECT_REFUSED where the record is gone.
 */
export async function recordAt(subject: Subject, written: string): Promise<RecordRow | null> {
  const isOwnRow = written === 'row' && subject.names.groups['row']?.isRecord === true;
  if (written === THIS || isOwnRow) return subject.row;
  const parts = written.split('.');
  const [first = ''] = parts;
  const group = first === 'row' || first === 'dialog' ? subject.names.groups[first] : undefined;
  let values: Readonly<Record<string, unknown>> = group ? (subject.groups[first] ?? {}) : subject.row.fields;
  let fields = group?.fields ?? fieldsOf(subject.loaded.form.definition);
  const way = group ? parts.slice(1) : parts;
  for (const [index, part] of way.entries()) {
    const node = fields.get(part);
    const relation = node ? relationOf(node) : null;
    if (!relation) throw new Refusal('EFFECT_REFUSED', { detail: `已没有关联“${written}”` });
    const [id] = relatedIds(values[part]);
    if (id === undefined) return null;
    const isLast = index === way.length - 1;
    const row = isLast ? await heldRecord(subject, relation.to, id) : await storedRecord(subject, relation.to, id);
    if (!row) throw new Refusal('EFFECT_REFUSED', { detail: `“${node?.label || part}”指向的记录已不存在` });
    if (isLast) return row;
    values = row.fields;
    fields = fieldsOf((await loadForm(subject.context, subject.trx, relation.to)).form.definition);
  }
  return null;
}

/** What an effect is done for: the rows of its sub-table, each record of its relation, else once for the record. */
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
