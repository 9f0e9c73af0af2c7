import { sql } from 'kysely';
import { type CreateFrom, recordGroup } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm, relatedForms, type LoadedForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { keysNaming } from '../references/index.ts';
import type { RequestUser } from '../http/user.ts';
import { findCandidates, getRecord, mayReadNow, type RecordRow } from '../records/index.ts';
import { formRights } from '../rights/index.ts';
import type { Trx } from '../store/transaction.ts';
import { recordNames, type Subject } from './subject.ts';
import { givenBy, type Given } from './targetValues.ts';
import { holds, storedRecord } from './values.ts';

/** One way to make a record of another form from this one. */
export interface Offer {
  formKey: string;
  formName: string;
  /** Of the rule in its form. */
  index: number;
  label: string;
  /** Its condition holds now. */
  isOffered: boolean;
  /** Those made already that this person may read. */
  count: number;
  records: { id: string; title: string; flwState: string }[];
}

/** So many of those made already are looked at, and so many named. */
const LOOKED_AT = 200;
const NAMED = 10;

/** The published forms that are made from records of this one. */
async function formsMadeFrom(context: ServerContext, trx: Trx, formKey: string): Promise<LoadedForm[]> {
  const forms: LoadedForm[] = [];
  for (const key of await keysNaming(trx, 'form', { kind: 'form', name: formKey }, 'createFrom'))
    forms.push(await loadForm(context, trx, key));
  return forms;
}

/** A record as the source of another one, as this person may see it. */
async function sourceOf(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  target: LoadedForm,
  { formKey, id }: { formKey: string; id: string },
): Promise<Subject> {
  const row = await storedRecord({ trx }, formKey, id);
  if (!row || !(await mayReadNow(context, trx, user, row))) throw new Refusal('404');
  const loaded = await loadForm(context, trx, formKey);
  const seen = await getRecord(context, trx, user, { formKey, id });
  const shown: RecordRow = { ...row, fields: seen.fieldsMap, child_tables: seen.childTables };
  const formOf = await relatedForms(context, trx, target.form.definition);
  return {
    context,
    trx,
    user,
    loaded,
    flow: null,
    row: shown,
    names: {
      definition: null,
      groups: { it: recordGroup(loaded.form.definition) },
      formOf,
      vocabulary: context.vocabulary,
    },
    groups: { it: recordNames(shown) },
    cause: '',
    event: 'action',
    taskId: '',
    depth: 0,
    keyPrefix: '',
    isReading: true,
  };
}

/** The records that were made by a rule, as far as this person may read them; voided ones count no more. */
async function madeBy(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  target: string,
  { relation }: CreateFrom,
  id: string,
): Promise<Pick<Offer, 'count' | 'records'>> {
  const { rows } = await sql<{ from_id: string }>`select from_id from frm_relation where to_id = ${id}
    and from_form = ${target} and field_key = ${relation} and table_key = '' order by from_id desc limit ${LOOKED_AT}`.execute(
    trx,
  );
  const ids = rows.map(({ from_id: one }) => one);
  const found = await findCandidates(context, trx, user, { to: target, plan: null, read: () => undefined }, ids, true);
  const records = [...found.values()].filter(({ flwState }) => flwState !== '4');
  return {
    count: records.length,
    records: records.slice(0, NAMED).map((one) => ({
      id: one.id ?? '',
      title: one.title || (one.id ?? ''),
      flwState: one.flwState ?? '0',
    })),
  };
}

/** What this person may make from a record, with what was made already. Refuses with 404. */
export async function offersFor(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  source: { formKey: string; id: string },
): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const target of await formsMadeFrom(context, trx, source.formKey)) {
    const { formKey, form } = target;
    if (!(await formRights(trx, user, formKey, form.definition.access)).has('create')) continue;
    const subject = await sourceOf(context, trx, user, target, source);
    for (const [index, rule] of (form.definition.createFrom ?? []).entries()) {
      if (rule.from !== source.formKey) continue;
      offers.push({
        formKey,
        formName: form.definition.formName,
        index,
        label: rule.label,
        isOffered: await holds(subject, rule.when),
        ...(await madeBy(context, trx, user, formKey, rule, source.id)),
      });
    }
  }
  return offers;
}

/**
 * What a new record begins with that is made from another one: values and rows by its rule, within what this person may
 * read. Refuses with 404, 403 where they may not make one, and ACTION_WHEN where the rule's condition does not hold.
 */
export async function prefilled(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { formKey, index, from, id }: { formKey: string; index: number; from: string; id: string },
): Promise<Given & { relation: string }> {
  const target = await loadForm(context, trx, formKey);
  const rule = target.form.definition.createFrom?.[index];
  if (!rule || rule.from !== from) throw new Refusal('404');
  const subject = await sourceOf(context, trx, user, target, { formKey: from, id });
  if (!(await formRights(trx, user, formKey, target.form.definition.access)).has('create')) throw new Refusal('403');
  if (!(await holds(subject, rule.when))) throw new Refusal('ACTION_WHEN', { label: rule.label });
  const fields = { [rule.relation]: 'it.id', ...rule.fields };
  const given = await givenBy(subject, target.form, { fields, rows: rule.rows });
  return {
    relation: rule.relation,
    fields: { ...given.fields, [`${rule.relation}Label`]: subject.row.title },
    tables: given.tables,
  };
}
