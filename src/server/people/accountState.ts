import { sql } from 'kysely';
import { noteEvent } from '../audit/index.ts';
import { dropFactor, hashPassword, closeSessionsOf, directorySubject, unlinkIdentities } from '../auth/index.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';
import { lockAdministrators, refuseAbove, requireAdministrator } from '../system/index.ts';
import { oneTimePassword } from './oneTimePassword.ts';

/** The account, locked for a change of its state. Refuses with 404 and 403. */
async function accountOf(
  trx: Trx,
  user: RequestUser,
  id: string,
): Promise<{ id: string; name: string; username: string }> {
  await lockAdministrators(trx);
  const account = await trx
    .selectFrom('sys_user')
    .select(['id', 'name', 'username'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new Refusal('404');
  await refuseAbove(trx, user, { userId: id });
  return account;
}

/** Lets a person sign in again, or keeps them out at once: their open pages end. Refuses with 404, 403 and LAST_ADMIN. */
export async function setDisabled(trx: Trx, user: RequestUser, id: string, isDisabled: boolean): Promise<void> {
  await accountOf(trx, user, id);
  await trx
    .updateTable('sys_user')
    .set({ is_disabled: isDisabled, ...(isDisabled ? {} : { left_at: null }) })
    .where('id', '=', id)
    .execute();
  if (!isDisabled) return;
  await requireAdministrator(trx);
  await closeSessionsOf(trx, id, 'disabled');
  await announce(trx, 'session', [id]);
}

/** A person who left: the account stays for what it did, nobody signs in with it, and it leads nothing any more. */
export async function markLeft(trx: Trx, user: RequestUser, id: string, successor: string | null): Promise<void> {
  await setDisabled(trx, user, id, true);
  await trx.updateTable('sys_user').set({ left_at: new Date() }).where('id', '=', id).execute();
  await trx.updateTable('sys_org').set({ leader_id: successor }).where('leader_id', '=', id).execute();
  await sql`update sys_org set deputy_ids = deputy_ids - ${id}::text where deputy_ids ? ${id}::text`.execute(trx);
  await trx.deleteFrom('sys_group_user').where('user_id', '=', id).execute();
}

/** The same for what lets somebody in as this person: who gets at an account gets its permissions. Refuses with 404 and 403. */
async function accountBelow(
  trx: Trx,
  user: RequestUser,
  id: string,
): Promise<{ id: string; name: string; username: string }> {
  const account = await accountOf(trx, user, id);
  const held = await trx.selectFrom('sys_user_role').select('role_code').where('user_id', '=', id).execute();
  await refuseAbove(trx, user, { roles: held.map(({ role_code }) => role_code) });
  return account;
}

/** A one-time password, told once, that opens the account until `until` (null: without end); all sessions end. Refuses with 404, 403, and PASSWORD_ELSEWHERE who signs in by the directory. */
export async function resetPassword(
  trx: Trx,
  user: RequestUser,
  id: string,
  until: Date | null,
): Promise<{ username: string; name: string; password: string }> {
  const { username, name } = await accountBelow(trx, user, id);
  if ((await directorySubject(trx, id)) !== null) throw new Refusal('PASSWORD_ELSEWHERE');
  const password = oneTimePassword();
  await trx
    .updateTable('sys_user')
    .set({
      password_hash: await hashPassword(password),
      must_change_password: true,
      one_time_until: until,
      password_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
  await sql`delete from auth_attempt where subject = ${`account ${username.toLowerCase()}`}`.execute(trx);
  await closeSessionsOf(trx, id, 'password');
  await announce(trx, 'session', [id]);
  return { username, name, password };
}

/** Takes a person's second factor away, whose phone is gone; all their sessions end. Refuses with 404, 403, and where there is none. */
export async function resetFactor(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const account = await accountBelow(trx, user, id);
  if (!(await dropFactor(trx, account, 'factorReset')))
    throw new Refusal('REQUEST_INVALID', { detail: '此用户没有开启两步验证' });
  await closeSessionsOf(trx, id, 'ended');
  await announce(trx, 'session', [id]);
}

/** Takes the links to accounts elsewhere away: the next sign-in there links this account anew. Refuses with 404, 403, and where there are none. */
export async function unlinkAccount(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const account = await accountBelow(trx, user, id);
  if (!(await unlinkIdentities(trx, account)))
    throw new Refusal('REQUEST_INVALID', { detail: '此用户没有关联企业账号' });
  await closeSessionsOf(trx, id, 'ended');
  await announce(trx, 'session', [id]);
}

/** Lets an account that failed too often try again. Refuses with 404. */
export async function unlockAccount(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const { username, name } = await accountOf(trx, user, id);
  const subject = `account ${username.toLowerCase()}`;
  await trx
    .deleteFrom('auth_attempt')
    .where('subject', 'in', [subject, `factor ${username.toLowerCase()}`])
    .execute();
  await noteEvent(trx, { action: 'unlocked', objectId: subject, objectName: name });
}

/** Ends every session of a person. Refuses with 404 and 403. */
export async function endAllSessions(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const { name } = await accountOf(trx, user, id);
  await closeSessionsOf(trx, id, 'ended');
  await noteEvent(trx, { action: 'sessionEnded', objectId: id, objectName: name });
  await announce(trx, 'session', [id]);
}
