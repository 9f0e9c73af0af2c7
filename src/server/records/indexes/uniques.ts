import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isTable, type CompiledField, type CompiledForm, uniqueScope, uniqueText } from '../../../kernel/index.ts';
import { type Problem, problem } from '../../../domain/problem/index.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { recordsOf } from '../columns/recordSource.ts';
import type { RecordRow } from '../read/recordRows.ts';
import type { RecordValues } from '../tables.ts';

/** Longest value that stands in the index as it is; of a longer one its beginning and its hash. */
const LONGEST = 400;
const VOIDED = '4';

const stored = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}#${createHash('sha256').update(text).digest('base64url')}`;

interface Claim {
  field: CompiledField;
  field_key: string;
  scope: string;
  value: string;
  shown: string;
}

type Place = Pick<RecordRow, 'form_key' | 'unit_id'>;

function claimOf(field: CompiledField, place: Place, value: unknown): Claim | null {
  const scope = uniqueScope(field.node);
  const text = isTable(field) || scope === null ? null : uniqueText(value);
  return text === null
    ? null
    : {
        field,
        field_key: field.key,
        scope: scope === 'unit' ? (place.unit_id ?? '') : '',
        value: stored(text),
        shown: text,
      };
}

type Key = Pick<Claim, 'field_key' | 'scope' | 'value'>;

/** Everybody takes values in this order: who wants the same ones in another waits for the other, not each for each. Of the same value the first stays the first. */
const inTurn = (a: Key, b: Key): number => {
  for (const part of ['field_key', 'scope', 'value'] as const)
    if (a[part] !== b[part]) return a[part] < b[part] ? -1 : 1;
  return 0;
};

const uniqueFields = (form: CompiledForm): CompiledField[] =>
  [...form.fields.values()].filter((field) => !isTable(field) && uniqueScope(field.node) !== null);

const claimsOf = (form: CompiledForm, place: Place, { fieldsMap }: RecordValues): Claim[] =>
  uniqueFields(form)
    .map((field) => claimOf(field, place, fieldsMap[field.key]))
    .filter((claim) => claim !== null)
    .toSorted(inTurn);

const taken = ({ field, shown }: Claim): Problem =>
  problem('VALUE_TAKEN', ['fieldsMap', field.key], { label: field.node.label || field.key, value: shown.slice(0, 50) });

const idOf = ({ field_key, scope, value }: Key): string => JSON.stringify([field_key, scope, value]);

/** Takes one value for a record, waiting for who is just taking it. True when it is the record's. */
async function take(
  trx: Trx,
  row: Pick<RecordRow, 'id' | 'form_key'>,
  { field_key, scope, value }: Claim,
): Promise<boolean> {
  const made = await trx
    .insertInto('frm_unique')
    .values({ form_key: row.form_key, field_key, scope, value, record_id: row.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('record_id')
    .executeTakeFirst();
  return made !== undefined;
}

/**
 * Takes the values of `unique` fields for a record that was just written, and gives back those it no longer has; a voided
 * record has none. Of two who save the same value at once the second waits for the first and is refused with
 * RECORD_INVALID and VALUE_TAKEN at its path. What stood there before the field was unique may stay.
 */
export async function claimUniques(
  trx: Trx,
  form: CompiledForm,
  row: RecordRow,
  before: RecordValues | null,
): Promise<void> {
  if (uniqueFields(form).length === 0) return;
  const wanted = row.flw_state === VOIDED ? [] : claimsOf(form, row, { fieldsMap: row.fields, childTables: {} });
  const wantedIds = new Set(wanted.map(idOf));
  const own = await trx
    .selectFrom('frm_unique')
    .select(['field_key', 'scope', 'value'])
    .where('form_key', '=', row.form_key)
    .where('record_id', '=', row.id)
    .execute();
  for (const claim of own.filter((one) => !wantedIds.has(idOf(one)))) {
    await trx
      .deleteFrom('frm_unique')
      .where('form_key', '=', row.form_key)
      .where('field_key', '=', claim.field_key)
      .where('scope', '=', claim.scope)
      .where('value', '=', claim.value)
      .execute();
  }
  const ownIds = new Set(own.map(idOf));
  const problems: Problem[] = [];
  for (const claim of wanted.filter((one) => !ownIds.has(idOf(one)))) {
    if (await take(trx, row, claim)) continue;
    const isOld = before !== null && uniqueText(before.fieldsMap[claim.field.key]) === claim.shown;
    if (!isOld) problems.push(taken(claim));
  }
  if (problems.length > 0)
    throw new Refusal('RECORD_INVALID', { count: problems.length }, { problems, count: problems.length });
}

/** The same for records that were just written for the first time: one statement for all. Refuses them together when any value is taken. */
export async function claimNewUniques(
  trx: Trx,
  form: CompiledForm,
  rows: readonly (Place & Pick<RecordRow, 'id' | 'flw_state' | 'fields'>)[],
): Promise<void> {
  const wanted = rows
    .filter((row) => row.flw_state !== VOIDED)
    .flatMap((row) =>
      claimsOf(form, row, { fieldsMap: row.fields, childTables: {} }).map((claim) => ({
        claim,
        entry: {
          form_key: row.form_key,
          field_key: claim.field_key,
          scope: claim.scope,
          value: claim.value,
          record_id: row.id,
        },
      })),
    )
    .toSorted((a, b) => inTurn(a.entry, b.entry));
  if (wanted.length === 0) return;
  const made = await sql<{
    id: string;
    field_key: string;
  }>`insert into frm_unique (form_key, field_key, scope, value, record_id)
    select form_key, field_key, scope, value, record_id from jsonb_to_recordset(${JSON.stringify(wanted.map(({ entry }) => entry))}::jsonb) as x(form_key text, field_key text, scope text, value text, record_id text)
    on conflict do nothing returning record_id as id, field_key`.execute(trx);
  const ids = new Set(made.rows.map(({ id, field_key }) => `${id} ${field_key}`));
  const problems = wanted
    .filter(({ entry }) => !ids.has(`${entry.record_id} ${entry.field_key}`))
    .map(({ claim }) => taken(claim));
  if (problems.length > 0)
    throw new Refusal('RECORD_INVALID', { count: problems.length }, { problems, count: problems.length });
}

/** Gives a record's values back. */
export async function releaseUniques(trx: Trx, recordId: string): Promise<void> {
  await trx.deleteFrom('frm_unique').where('record_id', '=', recordId).execute();
}

/** Is this value free for a record (none: a new one) of this unit? Says nothing of who has it. */
export async function isUniqueFree(
  db: Db,
  form: CompiledForm,
  place: Place,
  { field: key, value, id }: { field: string; value: unknown; id?: string },
): Promise<boolean> {
  const field = form.fields.get(key);
  const claim = field && claimOf(field, place, value);
  if (!claim) return true;
  const holder = await db
    .selectFrom('frm_unique')
    .select('record_id')
    .where('form_key', '=', place.form_key)
    .where('field_key', '=', claim.field_key)
    .where('scope', '=', claim.scope)
    .where('value', '=', claim.value)
    .executeTakeFirst();
  return holder === undefined || holder.record_id === id;
}

const GROUP = 500;

/** Takes the values of these records as far as they are free: records that were not saved one by one. */
export async function indexUniques(
  trx: Trx,
  form: CompiledForm,
  rows: readonly (Place & Pick<RecordRow, 'id' | 'flw_state' | 'fields'>)[],
  only?: ReadonlySet<string>,
): Promise<void> {
  const entries = rows
    .filter((row) => row.flw_state !== VOIDED)
    .flatMap((row) =>
      claimsOf(form, row, { fieldsMap: row.fields, childTables: {} })
        .filter(({ field_key }) => only?.has(field_key) ?? true)
        .map(({ field_key, scope, value }) => ({ form_key: row.form_key, field_key, scope, value, record_id: row.id })),
    )
    .toSorted(inTurn);
  for (let at = 0; at < entries.length; at += GROUP)
    await trx
      .insertInto('frm_unique')
      .values(entries.slice(at, at + GROUP))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * Called while a form is published: values of fields that are unique from now on are taken by the records that have
 * them, the oldest first; those of fields that are not any more are given back. Others stay as they are.
 */
export async function prepareUniques(trx: Trx, formKey: string, form: CompiledForm): Promise<void> {
  const known = await trx
    .selectFrom('frm_unique')
    .select(['field_key'])
    .select(({ fn }) => fn.max('scope').as('scope'))
    .where('form_key', '=', formKey)
    .groupBy('field_key')
    .execute();
  const scopes = new Map(uniqueFields(form).map((field) => [field.key, uniqueScope(field.node)]));
  const isKept = (key: string, scope: string): boolean => scopes.get(key) === (scope === '' ? 'form' : 'unit');
  const stale = known.filter(({ field_key, scope }) => !isKept(field_key, scope)).map(({ field_key }) => field_key);
  if (stale.length > 0)
    await trx.deleteFrom('frm_unique').where('form_key', '=', formKey).where('field_key', 'in', stale).execute();
  const kept = new Set(known.map(({ field_key }) => field_key).filter((key) => !stale.includes(key)));
  const fresh = new Set([...scopes.keys()].filter((key) => !kept.has(key)));
  if (fresh.size === 0) return;
  const records = await recordsOf(trx, formKey);
  let last: { create_time: Date; id: string } | null = null;
  for (;;) {
    const after: { create_time: Date; id: string } | null = last;
    let query = trx
      .selectFrom(records)
      .select(['id', 'form_key', 'unit_id', 'flw_state', 'fields', 'create_time'])
      .where('form_key', '=', formKey);
    if (after)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('create_time', 'id'), '>', tuple(after.create_time, after.id)),
      );
    const rows = await query.orderBy('create_time').orderBy('id').limit(GROUP).execute();
    await indexUniques(trx, form, rows, fresh);
    const end = rows.at(-1);
    if (!end || rows.length < GROUP) return;
    last = end;
  }
}
