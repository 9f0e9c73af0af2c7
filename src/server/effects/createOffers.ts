import { sql } from 'kysely';
import { type CreateFrom, recordPrefixFields } from '../../effects/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm, relatedForms, type LoadedForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { findReferringKeys } from '../references/index.ts';
import type { RequestUser } from '../http/user.ts';
import { findSelectable, getRecord, mayReadByPublishedForm, type RecordRow } from '../records/index.ts';
import { formRights } from '../rights/index.ts';
import type { Trx } from '../store/transaction.ts';
import { recordValuesByName, type Subject } from './subject.ts';
import { evaluateTargetValues, type TargetValues } from './targetValues.ts';
import { isConditionMet, loadStoredRecord } from './values.ts';

/** A `createFrom` rule of another form by which a record of that form can be created from this record. */
export interface CreateOffer {
  formKey: string;
  formName: string;
  /** The index of the rule in `createFrom` of its form. */
  index: number;
  label: string;
  /** True if the rule's condition holds now. */
  isOffered: boolean;
  /**
   * The number of records that were created by the rule from this record, that are not voided and that this person may
   * read. At most `MAX_COUNTED` records are examined.
   */
  count: number;
  /** The first of these records, at most `MAX_NAMED`. */
  records: { id: string; title: string; flwState: string }[];
}

/** The maximum number of created records that are examined for the `count` of an offer. */
const MAX_COUNTED = 200;
/** The maximum number of created records that an offer names. */
const MAX_NAMED = 10;

/** Loads the published forms with a `createFrom` rule for this form. */
async function loadTargetForms(context: ServerContext, trx: Trx, formKey: string): Promise<LoadedForm[]> {
  const forms: LoadedForm[] = [];
  for (const key of await findReferringKeys(trx, 'form', { kind: 'form', name: formKey }, 'createFrom'))
    forms.push(await loadForm(context, trx, key));
  return forms;
}

/**
 * Creates the subject for the expressions of a `createFrom` rule: the source record as this person may see it, under
 * the name `it`. Refuses with 404 a record that does not exist or that this person may not read.
 */
async function createSourceSubject(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  target: LoadedForm,
  { formKey, id }: { formKey: string; id: string },
): Promise<Subject> {
  const row = await loadStoredRecord({ trx }, formKey, id);
  if (!row || !(await mayReadByPublishedForm(context, trx, user, row))) throw new Refusal('404');
  const loaded = await loadForm(context, trx, formKey);
  const visibleRecord = await getRecord(context, trx, user, { formKey, id });
  const visibleRow: RecordRow = { ...row, fields: visibleRecord.fieldsMap, child_tables: visibleRecord.childTables };
  const formOf = await relatedForms(context, trx, target.form.definition);
  return {
    context,
    trx,
    user,
    loaded,
    flow: null,
    row: visibleRow,
    names: {
      definition: null,
      prefixes: { it: recordPrefixFields(loaded.form.definition) },
      formOf,
      vocabulary: context.vocabulary,
    },
    prefixValues: { it: recordValuesByName(visibleRow) },
    cause: '',
    event: 'action',
    taskId: '',
    depth: 0,
    keyPrefix: '',
    readsAsUser: true,
  };
}

/**
 * Returns the records that a rule created from the record `sourceId` and that this person may read, without voided
 * records: their number and the first of them.
 */
async function recordsCreatedBy(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  targetFormKey: string,
  { relation }: CreateFrom,
  sourceId: string,
): Promise<Pick<CreateOffer, 'count' | 'records'>> {
  const { rows } = await sql<{ from_id: string }>`select from_id from frm_relation where to_id = ${sourceId}
    and from_form = ${targetFormKey} and field_key = ${relation} and table_key = '' order by from_id desc limit ${MAX_COUNTED}`.execute(
    trx,
  );
  const ids = rows.map(({ from_id: createdId }) => createdId);
  const selectableRecords = await findSelectable(
    context,
    trx,
    user,
    { to: targetFormKey, plan: null, read: () => undefined },
    ids,
    {
      isAnyReadable: true,
    },
  );
  const records = ids.flatMap((id) => selectableRecords.get(id) ?? []).filter(({ flwState }) => flwState !== '4');
  return {
    count: records.length,
    records: records.slice(0, MAX_NAMED).map((record) => ({
      id: record.id ?? '',
      title: record.title || (record.id ?? ''),
      flwState: record.flwState ?? '0',
    })),
  };
}

/**
 * Returns the rules by which this person may create records from a record, with the records created so far. Refuses
 * with 404 a record that does not exist or that this person may not read, if there is such a rule.
 */
export async function findCreateOffers(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  source: { formKey: string; id: string },
): Promise<CreateOffer[]> {
  const offers: CreateOffer[] = [];
  for (const target of await loadTargetForms(context, trx, source.formKey)) {
    const { formKey, form } = target;
    if (!(await formRights(trx, user, formKey, form.definition.access)).has('create')) continue;
    const subject = await createSourceSubject(context, trx, user, target, source);
    for (const [index, rule] of (form.definition.createFrom ?? []).entries()) {
      if (rule.from !== source.formKey) continue;
      offers.push({
        formKey,
        formName: form.definition.formName,
        index,
        label: rule.label,
        isOffered: await isConditionMet(subject, rule.when),
        ...(await recordsCreatedBy(context, trx, user, formKey, rule, source.id)),
      });
    }
  }
  return offers;
}

/**
 * Returns the initial values and rows of a new record, created from the record `id` of the form `from` by the
 * `createFrom` rule `index` with the rights of this person. Refuses an unknown rule or record with 404, and a person
 * who may not create records of the form with 403. Refuses with ACTION_WHEN if the rule's condition does not hold.
 */
export async function prefillRecord(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { formKey, index, from, id }: { formKey: string; index: number; from: string; id: string },
): Promise<TargetValues & { relation: string }> {
  const target = await loadForm(context, trx, formKey);
  const rule = target.form.definition.createFrom?.[index];
  if (!rule || rule.from !== from) throw new Refusal('404');
  const subject = await createSourceSubject(context, trx, user, target, { formKey: from, id });
  if (!(await formRights(trx, user, formKey, target.form.definition.access)).has('create')) throw new Refusal('403');
  if (!(await isConditionMet(subject, rule.when))) throw new Refusal('ACTION_WHEN', { label: rule.label });
  const fields = { [rule.relation]: 'it.id', ...rule.fields };
  const targetValues = await evaluateTargetValues(subject, target.form, { fields, rows: rule.rows });
  return {
    relation: rule.relation,
    fields: { ...targetValues.fields, [`${rule.relation}Label`]: subject.row.title },
    tables: targetValues.tables,
  };
}
