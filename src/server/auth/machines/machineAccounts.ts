import { sql } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import { timeText } from '../../http/time.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { newId } from '../../store/newId.ts';
import type { Trx } from '../../store/transaction.ts';
import { secretHash } from '../secret.ts';
import { MACHINE_OPERATION_KEYS, MACHINE_OPERATIONS, type MachineOperation } from './machineOperations.ts';
import { newKey } from './personByKey.ts';

/**
 * A machine account as administrators see it. `userId`: the person in whose name it calls; `hint`: the last four
 * characters of its key; `forms`: keys of the forms that it may access, joined by commas; `ways`: the operations that
 * it may call; `perMinute`: its maximum number of calls per minute; `expiresAt`: the last day on which it is valid;
 * `usedTime`, `usedFrom`: time and network address of its last call ('': never used); `createdBy`: name of the
 * administrator who created it. `state` 'over': expired; 'ownerless': the person's account is disabled.
 */
export interface MachineRow {
  id: string;
  name: string;
  userId: string;
  userName: string;
  hint: string;
  forms: string;
  formNames: string;
  ways: MachineOperation[];
  wayNames: string;
  perMinute: number;
  expiresAt: string;
  state: 'active' | 'over' | 'revoked' | 'ownerless';
  usedTime: string;
  usedFrom: string;
  createdBy: string;
}

/** Input for a machine account; see `MachineRow`. `forms` and `ways` may be lists or texts joined by commas. */
export interface MachineBody {
  name: string;
  userId: string;
  forms: string[] | string;
  ways: string[] | string;
  perMinute?: number | null;
  expiresAt: string;
}

const MAX_YEARS = 2;
const DEFAULT_CALLS_PER_MINUTE = 120;

/** Returns the published forms, sorted by name. */
export async function listPublishedForms(db: Db): Promise<{ formKey: string; formName: string }[]> {
  const { rows } = await sql<{
    formKey: string;
    formName: string;
  }>`select d.doc_key as "formKey", v.name as "formName" from doc_document d
    join doc_version v on v.kind = 'form' and v.doc_key = d.doc_key and v.version = d.published_version where d.kind = 'form' order by v.name, d.doc_key`.execute(
    db,
  );
  return rows;
}

function stateOf(isRevoked: boolean, isExpired: boolean, isOwnerDisabled: boolean): MachineRow['state'] {
  if (isRevoked) return 'revoked';
  if (isExpired) return 'over';
  return isOwnerDisabled ? 'ownerless' : 'active';
}

/** Returns the machine accounts whose name, or whose person's name or user name, contains the keyword ('': all). */
export async function listMachines(db: Db, keyword: string): Promise<MachineRow[]> {
  const rows = await db
    .selectFrom('auth_key as k')
    .innerJoin('sys_user as u', 'u.id', 'k.user_id')
    .leftJoin('auth_key_use as t', 't.key_id', 'k.id')
    .selectAll('k')
    .select(['t.used_at', 't.used_from'])
    .select(['u.name as userName', 'u.username', 'u.is_disabled', sql<boolean>`k.expires_at <= now()`.as('isExpired')])
    .orderBy('k.name')
    .execute();
  const formNameByKey = new Map((await listPublishedForms(db)).map(({ formKey, formName }) => [formKey, formName]));
  return rows
    .filter(({ name, userName, username }) => `${name} ${userName} ${username}`.includes(keyword))
    .map((row) => ({
      id: row.id,
      name: row.name,
      userId: row.user_id,
      userName: row.userName,
      hint: `…${row.hint}`,
      forms: row.forms.join(','),
      formNames: row.forms.map((key) => formNameByKey.get(key) ?? key).join('、'),
      ways: row.ways,
      wayNames: row.ways.map((way) => MACHINE_OPERATIONS[way].title).join('、'),
      perMinute: row.per_minute,
      expiresAt: timeText(row.expires_at).slice(0, 10),
      state: stateOf(row.revoked_at !== null, row.isExpired, row.is_disabled),
      usedTime: row.used_at ? timeText(row.used_at) : '',
      usedFrom: row.used_from ?? '',
      createdBy: row.created_by,
    }));
}

const trimmedKeys = (keys: string[] | string): string[] => [
  ...new Set((typeof keys === 'string' ? keys.split(',') : keys).map((key) => key.trim()).filter(Boolean)),
];
const refuse = (detail: string): never => {
  throw new Refusal('REQUEST_INVALID', { detail });
};

/**
 * Validates the input for a machine account and returns the values of its columns. Required are a name that no other
 * account has, a person whose account is enabled, published forms, at least one operation, and an expiry date from
 * today until two years from now. `id`: the account that is changed; '' for a new one. Refuses with REQUEST_INVALID.
 */
async function validateMachine(trx: Trx, body: MachineBody, id: string) {
  const [name, forms, ways] = [body.name.trim(), trimmedKeys(body.forms), trimmedKeys(body.ways)];
  if (name === '') refuse('请填写名称');
  const owner = await trx
    .selectFrom('sys_user')
    .select('id')
    .where('id', '=', body.userId)
    .where('is_disabled', '=', false)
    .executeTakeFirst();
  if (!owner) refuse('所代表的人员不存在或已停用');
  const publishedKeys = new Set((await listPublishedForms(trx)).map(({ formKey }) => formKey));
  if (forms.length === 0) refuse('请选择表单');
  const unknownKey = forms.find((key) => !publishedKeys.has(key));
  if (unknownKey !== undefined) refuse(`没有已发布的表单“${unknownKey}”`);
  if (ways.length === 0 || ways.some((way) => !MACHINE_OPERATION_KEYS.some((operation) => operation === way)))
    refuse('请选择可用的操作');
  const expiry = new Date(`${body.expiresAt}T23:59:59`);
  const latestExpiry = new Date();
  latestExpiry.setFullYear(latestExpiry.getFullYear() + MAX_YEARS);
  latestExpiry.setHours(23, 59, 59, 999);
  // `Date` turns a day that the month does not have (February 30) into a day of the next month; this is refused
  if (Number.isNaN(expiry.getTime()) || timeText(expiry).slice(0, 10) !== body.expiresAt)
    refuse('有效期应为存在的日期，如 2026-12-31');
  if (expiry < new Date()) refuse('有效期不能早于今天');
  if (expiry > latestExpiry) refuse(`有效期最长 ${MAX_YEARS} 年`);
  const accountWithName = await trx
    .selectFrom('auth_key')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (accountWithName) refuse(`已有名为“${name}”的接口账号`);
  return {
    name,
    user_id: body.userId,
    forms: JSON.stringify(forms),
    ways: JSON.stringify(ways),
    per_minute: body.perMinute ?? DEFAULT_CALLS_PER_MINUTE,
    expires_at: expiry,
  };
}

/** Creates a key, with the columns that are stored instead of it: its hash and its last four characters. */
const createKeyWithColumns = () => {
  const key = newKey();
  return { key, columns: { hash: secretHash(key), hint: key.slice(-4) } };
};

/** Creates a machine account. The key is returned only once; the database stores its hash. */
export async function addMachine(
  trx: Trx,
  user: RequestUser,
  body: MachineBody,
): Promise<{ id: string; name: string; secretKey: string }> {
  const values = await validateMachine(trx, body, '');
  const { key, columns } = createKeyWithColumns();
  const id = newId();
  await trx
    .insertInto('auth_key')
    .values({ id, ...values, ...columns, created_by: user.name })
    .execute();
  return { id, name: values.name, secretKey: key };
}

/** Changes an account, but not its key. Refuses an unknown or revoked account with 404. */
export async function changeMachine(trx: Trx, id: string, body: MachineBody): Promise<void> {
  const values = await validateMachine(trx, body, id);
  const { numUpdatedRows } = await trx
    .updateTable('auth_key')
    .set(values)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('404');
}

/** Replaces the key of an account; the old key is invalid at once. Refuses an unknown or revoked account with 404. */
export async function replaceMachineKey(
  trx: Trx,
  id: string,
): Promise<{ id: string; name: string; secretKey: string }> {
  const { key, columns } = createKeyWithColumns();
  const row = await trx
    .updateTable('auth_key')
    .set(columns)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  return { id, name: row.name, secretKey: key };
}

/** Revokes an account permanently, with immediate effect. Refuses an unknown or revoked account with 404. */
export async function revokeMachine(trx: Trx, id: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('auth_key')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('404');
}
