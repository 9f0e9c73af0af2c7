import { sql } from 'kysely';
import { recordAuditEvent } from '../audit/index.ts';
import { removeFactor, hashPassword, closeSessionsOf, findDirectorySubject, unlinkIdentities } from '../auth/index.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';
import {
  lockAdministrators,
  refusePrivilegeEscalation,
  requireRemainingAdministrator,
  updateDerivedRoles,
} from '../system/index.ts';
import { generateOneTimePassword } from './oneTimePassword.ts';

/**
 * Returns an account and locks its row until the transaction ends. Refuses an unknown account with 404, and an account
 * with more rights than the caller's with 403.
 */
async function findAccountForUpdate(
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
  await refusePrivilegeEscalation(trx, user, { userId: id });
  return account;
}

/**
 * Enables or disables an account. Disabling ends its sessions at once; enabling also removes the mark of a person who
 * has left. Refuses with 404, 403 and LAST_ADMIN.
 */
export async function setDisabled(trx: Trx, user: RequestUser, id: string, isDisabled: boolean): Promise<void> {
  await findAccountForUpdate(trx, user, id);
  await trx
    .updateTable('sys_user')
    .set({ is_disabled: isDisabled, ...(isDisabled ? {} : { left_at: null }) })
    .where('id', '=', id)
    .execute();
  if (!isDisabled) return;
  await requireRemainingAdministrator(trx);
  await closeSessionsOf(trx, id, 'disabled');
  await announce(trx, 'session', [id]);
}

/**
 * Marks a person as having left. Disables the account, which stays because records refer to it. Makes the successor the
 * leader of the departments that the person led (null: they have no leader), and removes the person as deputy. Ends the
 * person's memberships of groups, and the roles that these groups gave.
 */
export async function markPersonLeft(trx: Trx, user: RequestUser, id: string, successor: string | null): Promise<void> {
  await setDisabled(trx, user, id, true);
  await trx.updateTable('sys_user').set({ left_at: new Date() }).where('id', '=', id).execute();
  await trx.updateTable('sys_org').set({ leader_id: successor }).where('leader_id', '=', id).execute();
  await sql`update sys_org set deputy_ids = deputy_ids - ${id}::text where deputy_ids ? ${id}::text`.execute(trx);
  await trx.deleteFrom('sys_group_user').where('user_id', '=', id).execute();
  await updateDerivedRoles(trx, user, id);
}

/**
 * Returns an account for a change of its credentials and locks its row. A person who knows the credentials has the
 * account's rights, so an account with roles beyond the caller's is refused with 403. Refuses an unknown account with
 * 404.
 */
async function findForCredentialChange(
  trx: Trx,
  user: RequestUser,
  id: string,
): Promise<{ id: string; name: string; username: string }> {
  const account = await findAccountForUpdate(trx, user, id);
  const roleRows = await trx.selectFrom('sys_user_role').select('role_code').where('user_id', '=', id).execute();
  await refusePrivilegeEscalation(trx, user, { roles: roleRows.map(({ role_code }) => role_code) });
  return account;
}

/**
 * Replaces the password by a one-time password, valid until `validUntil` (null: no expiry). Ends the account's lock
 * after failed sign-ins, and all sessions. Only this answer contains the password. Refuses with 404, 403, and
 * PASSWORD_ELSEWHERE for a person who signs in by the directory, if one is configured (`hasDirectory`).
 */
export async function resetPassword(
  trx: Trx,
  user: RequestUser,
  id: string,
  { validUntil, hasDirectory }: { validUntil: Date | null; hasDirectory: boolean },
): Promise<{ username: string; name: string; password: string }> {
  const { username, name } = await findForCredentialChange(trx, user, id);
  if (hasDirectory && (await findDirectorySubject(trx, id)) !== null) throw new Refusal('PASSWORD_ELSEWHERE');
  const password = generateOneTimePassword();
  await trx
    .updateTable('sys_user')
    .set({
      password_hash: await hashPassword(password),
      must_change_password: true,
      one_time_until: validUntil,
      password_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
  await sql`delete from auth_attempt where subject = ${`account ${username.toLowerCase()}`}`.execute(trx);
  await closeSessionsOf(trx, id, 'password');
  await announce(trx, 'session', [id]);
  return { username, name, password };
}

/**
 * Removes the second factor of a person (who lost their phone) and ends all their sessions. Refuses with 404, 403, and
 * REQUEST_INVALID when there is no factor.
 */
export async function resetFactor(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const account = await findForCredentialChange(trx, user, id);
  if (!(await removeFactor(trx, account, 'factorReset')))
    throw new Refusal('REQUEST_INVALID', { detail: '此用户没有开启两步验证' });
  await closeSessionsOf(trx, id, 'ended');
  await announce(trx, 'session', [id]);
}

/**
 * Deletes the links to external identities; the next sign-in at the provider or directory links the account again.
 * Refuses with 404, 403, and REQUEST_INVALID when there is no link.
 */
export async function unlinkAccount(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const account = await findForCredentialChange(trx, user, id);
  if (!(await unlinkIdentities(trx, account)))
    throw new Refusal('REQUEST_INVALID', { detail: '此用户没有关联企业账号' });
  await closeSessionsOf(trx, id, 'ended');
  await announce(trx, 'session', [id]);
}

/** Ends the lock of an account after too many failed sign-ins. Refuses with 404 and 403. */
export async function unlockAccount(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const { username, name } = await findAccountForUpdate(trx, user, id);
  const subject = `account ${username.toLowerCase()}`;
  await trx
    .deleteFrom('auth_attempt')
    .where('subject', 'in', [subject, `factor ${username.toLowerCase()}`])
    .execute();
  await recordAuditEvent(trx, { action: 'unlocked', objectId: subject, objectName: name });
}

/** Ends every session of a person. Refuses with 404 and 403. */
export async function endAllSessions(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const { name } = await findAccountForUpdate(trx, user, id);
  await closeSessionsOf(trx, id, 'ended');
  await recordAuditEvent(trx, { action: 'sessionEnded', objectId: id, objectName: name });
  await announce(trx, 'session', [id]);
}
