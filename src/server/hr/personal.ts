import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import type { Db } from '../store/database.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { formRights } from '../rights/index.ts';
import { problem } from '../../domain/problem/index.ts';
import { isSameValue } from '../../records/index.ts';
import { columnsOf, getRecord, ownUnits, recordTable } from '../records/index.ts';
import { saveFlat, type FlatBody, SYSTEM_KEYS } from '../ledgers/index.ts';
import type { Trx } from '../store/transaction.ts';
import { ARCHIVES } from './forms.ts';

/** What people may correct in their own archives while that is open. */
const PERSONAL: ReadonlySet<string> = new Set([
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

/** Refuses who does not keep the archives. */
export async function refuseUnlessKeeper(context: ServerContext, db: Db, user: RequestUser): Promise<void> {
  const { form } = await loadForm(context, db, ARCHIVES);
  if (!(await formRights(db, user, ARCHIVES, form.definition.access)).has('editAll')) throw new Refusal('403');
}

/** CL-072: opens or closes correcting one's own archives, in the units of who keeps them. */
export async function setPersonalModify(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  isOpen: boolean,
): Promise<void> {
  await refuseUnlessKeeper(context, trx, user);
  for (const unitId of (await ownUnits(trx, user)).sort()) {
    const row = { is_open: isOpen, update_by: user.id, updated_at: new Date() };
    await trx
      .insertInto('hr_personal_modify')
      .values({ unit_id: unitId, ...row })
      .onConflict((conflict) => conflict.column('unit_id').doUpdateSet(row))
      .execute();
  }
}

/** CL-072: whether the archives of this person's unit are open to those they are about. */
export async function mayModifyOwn(db: Db, user: RequestUser): Promise<boolean> {
  if (user.unitId === null) return false;
  const row = await db
    .selectFrom('hr_personal_modify')
    .select('is_open')
    .where('unit_id', '=', user.unitId)
    .executeTakeFirst();
  return row?.is_open === true;
}

/**
 * CL-064, the page behind the code: people correct their own archives, while that is open and only what is theirs to say.
 * Whoever keeps archives saves as ever. Refuses with 403, 404 (no archive) and RECORD_FORBIDDEN.
 */
export async function savePersonal(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  body: FlatBody,
): Promise<{ id: string; revision: number }> {
  const { form } = await loadForm(context, trx, ARCHIVES);
  if ((await formRights(trx, user, ARCHIVES, form.definition.access)).has('editAll'))
    return saveFlat(context, trx, user, { formKey: ARCHIVES, body });
  if (!(await mayModifyOwn(trx, user))) throw new Refusal('403');
  const { text } = await columnsOf(trx, ARCHIVES);
  const {
    rows: [own],
  } = await sql<{
    id: string;
  }>`select id from ${recordTable(ARCHIVES)} as frm_record where ${text('userId')} = ${user.id} order by create_time limit 1`.execute(
    trx,
  );
  if (!own || (typeof body.id === 'string' && body.id !== '' && body.id !== own.id)) throw new Refusal('404');
  // compared with what they see: of what is hidden from them even the right guess is refused
  const seen = await getRecord(context, trx, user, { formKey: ARCHIVES, id: own.id });
  const foreign = Object.entries(body).filter(
    ([key, value]) => !PERSONAL.has(key) && !SYSTEM_KEYS.has(key) && !isSameValue(value, seen.fieldsMap[key]),
  );
  if (foreign.length > 0) {
    // of a field that they do not see not even the name is told
    const labelOf = (key: string): string =>
      (Object.hasOwn(seen.fieldsMap, key) || Object.hasOwn(seen.childTables, key)
        ? form.fields.get(key)?.node.label
        : undefined) ?? key;
    const problems = foreign.map(([key]) =>
      problem('VALUE_FORBIDDEN', [form.tables.has(key) ? 'childTables' : 'fieldsMap', key], { label: labelOf(key) }),
    );
    throw new Refusal('RECORD_FORBIDDEN', { count: problems.length }, { problems, count: problems.length });
  }
  const said = Object.fromEntries(Object.entries(body).filter(([key]) => PERSONAL.has(key) || key === 'revision'));
  return saveFlat(context, trx, user, { formKey: ARCHIVES, body: { ...said, id: own.id }, isOwnerAllowed: true });
}
