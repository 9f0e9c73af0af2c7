import { createHash } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import { isTable, type CompiledField, type CompiledForm, uniqueScope, uniqueText } from '../../../kernel/index.ts';
import { type Problem, problem } from '../../../domain/problem/index.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Trx } from '../../store/transaction.ts';
import { recompute, recordToValues } from '../../../records/index.ts';
import { recordsOf } from '../columns/recordSource.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { situationOf } from '../read/situationOf.ts';
import type { RequestUser } from '../../http/user.ts';
import type { RecordValues } from '../tables.ts';

/**
 * Maximum number of characters of a value that `frm_unique` stores as it is. Of a longer value it stores the first
 * characters, up to this number, and a hash of the whole value.
 */
const MAX_INDEXED_LENGTH = 400;
const VOIDED = '4';

/** Returns the text that `frm_unique` stores for a value. */
const indexedValue = (text: string): string =>
  text.length <= MAX_INDEXED_LENGTH
    ? text
    : `${text.slice(0, MAX_INDEXED_LENGTH)}#${createHash('sha256').update(text).digest('base64url')}`;

/**
 * A unique value of a record. `scope`: the id of the unit within which the value is unique; '' if it is unique in the
 * whole form or the record has no unit. `value`: the text in `frm_unique`. `displayText`: the text for users.
 */
interface Claim {
  field: CompiledField;
  field_key: string;
  scope: string;
  value: string;
  displayText: string;
}

type FormAndUnit = Pick<RecordRow, 'form_key' | 'unit_id'>;

/** Returns the claim of a field's value; null if the field is not unique or the value is empty. */
function claimOf(
  field: CompiledField,
  { unit_id: unitId }: Pick<FormAndUnit, 'unit_id'>,
  value: unknown,
): Claim | null {
  const scope = uniqueScope(field.node);
  const text = isTable(field) || scope === null ? null : uniqueText(value);
  return text === null
    ? null
    : {
        field,
        field_key: field.key,
        scope: scope === 'unit' ? (unitId ?? '') : '',
        value: indexedValue(text),
        displayText: text,
      };
}

/** The properties that identify a claim within a form. */
type ClaimKey = Pick<Claim, 'field_key' | 'scope' | 'value'>;

/**
 * Compares two claims. Every transaction inserts claims in this order, so that two transactions with the same values
 * never deadlock.
 */
const compareClaims = (a: ClaimKey, b: ClaimKey): number => {
  for (const column of ['field_key', 'scope', 'value'] as const)
    if (a[column] !== b[column]) return a[column] < b[column] ? -1 : 1;
  return 0;
};

const uniqueFields = (form: CompiledForm): CompiledField[] =>
  [...form.fields.values()].filter((field) => !isTable(field) && uniqueScope(field.node) !== null);

/** Returns the claims of a record's values, in the order of `compareClaims`. */
const claimsOf = (form: CompiledForm, row: FormAndUnit, { fieldsMap }: RecordValues): Claim[] =>
  uniqueFields(form)
    .map((field) => claimOf(field, row, fieldsMap[field.key]))
    .filter((claim) => claim !== null)
    .toSorted(compareClaims);

const takenProblem = ({ field, displayText }: Claim): Problem =>
  problem('VALUE_TAKEN', ['fieldsMap', field.key], {
    label: field.node.label || field.key,
    value: displayText.slice(0, 50),
  });

/** Returns a text that identifies a claim within a form. */
const claimIdOf = ({ field_key, scope, value }: ClaimKey): string => JSON.stringify([field_key, scope, value]);

/**
 * Returns the unique values that a new record with these values would claim, each as a text that identifies it within
 * the form. With each text it returns the problem to report if another record has the value.
 */
export const claimsOfNewRecord = (
  form: CompiledForm,
  unitId: string | null,
  fieldsMap: Readonly<Record<string, unknown>>,
): { id: string; problem: Problem }[] =>
  uniqueFields(form).flatMap((field) => {
    const claim = claimOf(field, { unit_id: unitId }, fieldsMap[field.key]);
    return claim ? [{ id: claimIdOf(claim), problem: takenProblem(claim) }] : [];
  });

/**
 * Inserts one claim for a record; waits while another transaction is inserting the same value. Returns false if
 * another record has the value.
 */
async function insertClaim(
  trx: Trx,
  row: Pick<RecordRow, 'id' | 'form_key'>,
  { field_key, scope, value }: Claim,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('frm_unique')
    .values({ form_key: row.form_key, field_key, scope, value, record_id: row.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('record_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Checks whether a save leaves a value unchanged: it equals the stored value, or the value that the form computes from
 * the stored values. The two differ if the formula is newer than the record.
 */
function isUnchanged(
  form: CompiledForm,
  { field, displayText }: Claim,
  { row, before, user }: { row: RecordRow; before: RecordValues | null; user: RequestUser },
): boolean {
  if (before === null) return false;
  if (uniqueText(before.fieldsMap[field.key]) === displayText) return true;
  if (!field.compute) return false;
  const situation = situationOf({ user, formKey: null, row, rules: null, isEdit: true, isTask: false });
  return uniqueText(recompute(form, recordToValues(before, form), situation)[field.key]) === displayText;
}

/**
 * Claims the values of `unique` fields for a record that was just written, and releases claims for values that the
 * record has lost. A voided record has no claims. When two transactions save the same value at once, the second waits
 * for the first and is refused with RECORD_INVALID and VALUE_TAKEN at the path. A value that was a duplicate before
 * the field became unique may stay if the save does not change it. A computed value may stay if its inputs do not
 * change. `before`: the values before the save; null for a new record.
 */
export async function claimUniques(
  trx: Trx,
  form: CompiledForm,
  { row, before, user }: { row: RecordRow; before: RecordValues | null; user: RequestUser },
): Promise<void> {
  if (uniqueFields(form).length === 0) return;
  const claims = row.flw_state === VOIDED ? [] : claimsOf(form, row, { fieldsMap: row.fields, childTables: {} });
  const claimIds = new Set(claims.map(claimIdOf));
  const claimsBefore = await trx
    .selectFrom('frm_unique')
    .select(['field_key', 'scope', 'value'])
    .where('form_key', '=', row.form_key)
    .where('record_id', '=', row.id)
    .execute();
  for (const claim of claimsBefore.filter((claimBefore) => !claimIds.has(claimIdOf(claimBefore)))) {
    await trx
      .deleteFrom('frm_unique')
      .where('form_key', '=', row.form_key)
      .where('field_key', '=', claim.field_key)
      .where('scope', '=', claim.scope)
      .where('value', '=', claim.value)
      .execute();
  }
  const idsBefore = new Set(claimsBefore.map(claimIdOf));
  const problems: Problem[] = [];
  for (const claim of claims.filter((newClaim) => !idsBefore.has(claimIdOf(newClaim)))) {
    if (await insertClaim(trx, row, claim)) continue;
    if (!isUnchanged(form, claim, { row, before, user })) problems.push(takenProblem(claim));
  }
  if (problems.length > 0)
    throw new Refusal('RECORD_INVALID', { count: problems.length }, { problems, count: problems.length });
}

/**
 * Claims the values of `unique` fields for new records, with one statement. Refuses all records with RECORD_INVALID if
 * another record has one of the values, or if two of the new records have the same value.
 */
export async function claimUniquesOfNewRecords(
  trx: Trx,
  form: CompiledForm,
  rows: readonly (FormAndUnit & Pick<RecordRow, 'id' | 'flw_state' | 'fields'>)[],
): Promise<void> {
  const claims = rows
    .filter((row) => row.flw_state !== VOIDED)
    .flatMap((row) =>
      claimsOf(form, row, { fieldsMap: row.fields, childTables: {} }).map((claim) => ({
        claim,
        uniqueRow: {
          form_key: row.form_key,
          field_key: claim.field_key,
          scope: claim.scope,
          value: claim.value,
          record_id: row.id,
        },
      })),
    )
    .toSorted((a, b) => compareClaims(a.uniqueRow, b.uniqueRow));
  if (claims.length === 0) return;
  const inserted = await sql<{
    id: string;
    field_key: string;
  }>`insert into frm_unique (form_key, field_key, scope, value, record_id)
    select form_key, field_key, scope, value, record_id from jsonb_to_recordset(${JSON.stringify(claims.map(({ uniqueRow }) => uniqueRow))}::jsonb) as x(form_key text, field_key text, scope text, value text, record_id text)
    on conflict do nothing returning record_id as id, field_key`.execute(trx);
  const ids = new Set(inserted.rows.map(({ id, field_key }) => `${id} ${field_key}`));
  const problems = claims
    .filter(({ uniqueRow }) => !ids.has(`${uniqueRow.record_id} ${uniqueRow.field_key}`))
    .map(({ claim }) => takenProblem(claim));
  if (problems.length > 0)
    throw new Refusal('RECORD_INVALID', { count: problems.length }, { problems, count: problems.length });
}

/**
 * Releases those unique values of a record that new values replace. `next`: the new values of some fields. Records that
 * exchange their values are stored one after the other, so all old values must be released before the first record is
 * stored.
 */
export async function releaseReplacedUniques(
  trx: Trx,
  form: CompiledForm,
  { id, fields }: Pick<RecordRow, 'id' | 'fields'>,
  next: Readonly<Record<string, unknown>>,
): Promise<void> {
  const replacedKeys = uniqueFields(form)
    .map(({ key }) => key)
    .filter((key) => Object.hasOwn(next, key) && uniqueText(next[key]) !== uniqueText(fields[key]));
  if (replacedKeys.length === 0) return;
  await trx
    .deleteFrom('frm_unique')
    .where('form_key', '=', form.definition.formKey)
    .where('record_id', '=', id)
    .where('field_key', 'in', replacedKeys)
    .execute();
}

/** Releases all unique values of a record. */
export async function releaseUniques(trx: Trx, recordId: string): Promise<void> {
  await trx.deleteFrom('frm_unique').where('record_id', '=', recordId).execute();
}

/**
 * Checks whether a record of this form and unit may have a value: no other record has the value within its scope, the
 * value is empty, or the form has no unique field with this key. `id`: the record; undefined for a new record. The
 * result does not reveal which record has the value.
 */
export async function isUniqueValueFree(
  db: Db,
  form: CompiledForm,
  formAndUnit: FormAndUnit,
  { field: key, value, id }: { field: string; value: unknown; id?: string },
): Promise<boolean> {
  const field = form.fields.get(key);
  const claim = field && claimOf(field, formAndUnit, value);
  if (!claim) return true;
  const claimant = await db
    .selectFrom('frm_unique')
    .select('record_id')
    .where('form_key', '=', formAndUnit.form_key)
    .where('field_key', '=', claim.field_key)
    .where('scope', '=', claim.scope)
    .where('value', '=', claim.value)
    .executeTakeFirst();
  return claimant === undefined || claimant.record_id === id;
}

/** Number of claims that one statement inserts, and of records that one statement reads. */
const BATCH_SIZE = 500;

/**
 * Claims those values of these records that no other record has. If several of these records have the same value, the
 * first one claims it. Duplicates are left unclaimed instead of being refused: this is for imports and publications.
 * `onlyFields`: the keys of the fields to claim; undefined: all unique fields.
 */
export async function claimFreeUniques(
  trx: Trx,
  form: CompiledForm,
  rows: readonly (FormAndUnit & Pick<RecordRow, 'id' | 'flw_state' | 'fields'>)[],
  onlyFields?: ReadonlySet<string>,
): Promise<void> {
  const uniqueRows = rows
    .filter((row) => row.flw_state !== VOIDED)
    .flatMap((row) =>
      claimsOf(form, row, { fieldsMap: row.fields, childTables: {} })
        .filter(({ field_key }) => onlyFields?.has(field_key) ?? true)
        .map(({ field_key, scope, value }) => ({ form_key: row.form_key, field_key, scope, value, record_id: row.id })),
    )
    .toSorted(compareClaims);
  for (let start = 0; start < uniqueRows.length; start += BATCH_SIZE)
    await trx
      .insertInto('frm_unique')
      .values(uniqueRows.slice(start, start + BATCH_SIZE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * Updates the claims of a form that is being published. Releases the claims of fields that lose the flag `unique` or
 * become unique within another scope. Then claims the values of fields without claims, beginning with the oldest
 * records.
 */
export async function updateUniquesForPublication(trx: Trx, formKey: string, form: CompiledForm): Promise<void> {
  // '' is less than any unit id: the maximum is '' only if no claim of the field is limited to a unit
  const claimedFields = await trx
    .selectFrom('frm_unique')
    .select(['field_key'])
    .select(({ fn }) => fn.max('scope').as('maxScope'))
    .where('form_key', '=', formKey)
    .groupBy('field_key')
    .execute();
  const scopesByKey = new Map(uniqueFields(form).map((field) => [field.key, uniqueScope(field.node)]));
  /**
   * Checks whether the scope of a field is unchanged. `maxScope`: the greatest `Claim.scope` of the field, a unit id
   * or ''.
   */
  const isScopeUnchanged = (key: string, maxScope: string): boolean =>
    scopesByKey.get(key) === (maxScope === '' ? 'form' : 'unit');
  const outdatedKeys = claimedFields
    .filter(({ field_key, maxScope }) => !isScopeUnchanged(field_key, maxScope))
    .map(({ field_key }) => field_key);
  if (outdatedKeys.length > 0)
    await trx.deleteFrom('frm_unique').where('form_key', '=', formKey).where('field_key', 'in', outdatedKeys).execute();
  const unchangedKeys = new Set(
    claimedFields.map(({ field_key }) => field_key).filter((key) => !outdatedKeys.includes(key)),
  );
  const newKeys = new Set([...scopesByKey.keys()].filter((key) => !unchangedKeys.has(key)));
  if (newKeys.size === 0) return;
  const records = await recordsOf(trx, formKey);
  let last: { exactTime: string; id: string } | null = null;
  for (;;) {
    const after: { exactTime: string; id: string } | null = last;
    let query = trx
      .selectFrom(records)
      .select(['id', 'form_key', 'unit_id', 'flw_state', 'fields'])
      // as text: a `Date` has no microseconds, and with a `Date` the next batch would repeat records
      .select(sql<string>`create_time::text`.as('exactTime'))
      .where('form_key', '=', formKey);
    if (after) query = query.where(sql<SqlBool>`(create_time, id) > (${after.exactTime}::timestamptz, ${after.id})`);
    const rows = await query.orderBy('create_time').orderBy('id').limit(BATCH_SIZE).execute();
    await claimFreeUniques(trx, form, rows, newKeys);
    const lastRow = rows.at(-1);
    if (!lastRow || rows.length < BATCH_SIZE) return;
    last = lastRow;
  }
}
