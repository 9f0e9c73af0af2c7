import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import type { Db } from '../store/database.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { formRights } from '../rights/index.ts';
import { problem } from '../../domain/problem/index.ts';
import { isSameValue } from '../../records/index.ts';
import { columnsOf, getRecord, loadOwnUnits, recordTable } from '../records/index.ts';
import { saveFlatRecord, type FlatBody, SYSTEM_KEYS } from '../flatRecords/index.ts';
import type { Trx } from '../store/transaction.ts';
import { PERSONNEL_ARCHIVES } from './forms.ts';

/** The fields that people may correct in their own personnel archives (人事档案) while their unit allows it. */
const PERSONAL_FIELDS: ReadonlySet<string> = new Set([
  'phone',
  'address',
  'emergencyContact',
  'emergencyPhone',
  'politics',
  'education',
  'school',
  'major',
  'certificates',
  'files',
]);

/** Refuses with 403 a user who may not edit all personnel archives (right `editAll`). */
export async function requireEditAll(context: ServerContext, db: Db, user: RequestUser): Promise<void> {
  const { form } = await loadForm(context, db, PERSONNEL_ARCHIVES);
  if (!(await formRights(db, user, PERSONNEL_ARCHIVES, form.definition.access)).has('editAll'))
    throw new Refusal('403');
}

/** CL-072: allows or forbids the people in the user's units to correct their own archives. */
export async function setPersonalModify(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  isCorrectionAllowed: boolean,
): Promise<void> {
  await requireEditAll(context, trx, user);
  for (const unitId of (await loadOwnUnits(trx, user)).sort()) {
    const row = { is_open: isCorrectionAllowed, update_by: user.id, updated_at: new Date() };
    await trx
      .insertInto('hr_personal_modify')
      .values({ unit_id: unitId, ...row })
      .onConflict((conflict) => conflict.column('unit_id').doUpdateSet(row))
      .execute();
  }
}

/** CL-072: returns true if the people of this user's unit may correct their own archives. */
export async function mayModifyOwnArchive(db: Db, user: RequestUser): Promise<boolean> {
  if (user.unitId === null) return false;
  const row = await db
    .selectFrom('hr_personal_modify')
    .select('is_open')
    .where('unit_id', '=', user.unitId)
    .executeTakeFirst();
  return row?.is_open === true;
}

/**
 * CL-064: saves what a person entered on the page that a QR code opens. Users correct only personal fields, only in
 * their own archive and only while their unit allows it. A user who may edit all archives saves without these limits.
 * Refuses with 403 (not allowed now), 404 (no own archive, or the id of another one) and RECORD_FORBIDDEN (other
 * fields).
 */
export async function saveArchiveFromQrPage(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  body: FlatBody,
): Promise<{ id: string; revision: number }> {
  const { form } = await loadForm(context, trx, PERSONNEL_ARCHIVES);
  if ((await formRights(trx, user, PERSONNEL_ARCHIVES, form.definition.access)).has('editAll'))
    return saveFlatRecord(context, trx, user, { formKey: PERSONNEL_ARCHIVES, body });
  if (!(await mayModifyOwnArchive(trx, user))) throw new Refusal('403');
  const { text } = await columnsOf(trx, PERSONNEL_ARCHIVES);
  const {
    rows: [ownArchive],
  } = await sql<{
    id: string;
  }>`select id from ${recordTable(PERSONNEL_ARCHIVES)} as frm_record where ${text('userId')} = ${user.id} order by create_time limit 1`.execute(
    trx,
  );
  if (!ownArchive || (typeof body.id === 'string' && body.id !== '' && body.id !== ownArchive.id))
    throw new Refusal('404');
  // compares with the visible values, so that even a correct guess of a hidden value is refused
  const visibleRecord = await getRecord(context, trx, user, { formKey: PERSONNEL_ARCHIVES, id: ownArchive.id });
  const forbiddenEntries = Object.entries(body).filter(
    ([key, value]) =>
      !PERSONAL_FIELDS.has(key) && !SYSTEM_KEYS.has(key) && !isSameValue(value, visibleRecord.fieldsMap[key]),
  );
  if (forbiddenEntries.length > 0) {
    // the label of a hidden field must not be disclosed either
    const labelOf = (key: string): string =>
      (Object.hasOwn(visibleRecord.fieldsMap, key) || Object.hasOwn(visibleRecord.childTables, key)
        ? form.fields.get(key)?.node.label
        : undefined) ?? key;
    const problems = forbiddenEntries.map(([key]) =>
      problem('VALUE_FORBIDDEN', [form.tables.has(key) ? 'childTables' : 'fieldsMap', key], { label: labelOf(key) }),
    );
    throw new Refusal('RECORD_FORBIDDEN', { count: problems.length }, { problems, count: problems.length });
  }
  const changes = Object.fromEntries(
    Object.entries(body).filter(([key]) => PERSONAL_FIELDS.has(key) || key === 'revision'),
  );
  return saveFlatRecord(context, trx, user, {
    formKey: PERSONNEL_ARCHIVES,
    body: { ...changes, id: ownArchive.id },
    isOwnerAllowed: true,
  });
}
