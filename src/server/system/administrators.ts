import { sql } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';

/** Key of the advisory lock of PostgreSQL for changes that may remove an administrator. */
const ADMIN_LOCK = 4_271_021;

/** Serialises changes that may remove an administrator, so that two concurrent changes cannot remove the last two. */
export const lockAdministrators = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${ADMIN_LOCK})`.execute(trx);

/**
 * Refuses with LAST_ADMIN when no enabled account is an administrator. Call at the end of a change that began with
 * `lockAdministrators`.
 */
export async function requireRemainingAdministrator(trx: Trx): Promise<void> {
  const admin = await trx
    .selectFrom('sys_user_role as r')
    .innerJoin('sys_user as u', 'u.id', 'r.user_id')
    .where('r.role_code', '=', 'admin')
    .where('u.is_disabled', '=', false)
    .select('u.id')
    .limit(1)
    .executeTakeFirst();
  if (!admin) throw new Refusal('LAST_ADMIN');
}

/**
 * Refuses with 403 when a user who is not an administrator changes an administrator's account (`userId`), grants the
 * role of administrators, or grants a role with a permission that this user does not have. `roles`: the granted roles.
 */
export async function refusePrivilegeEscalation(
  trx: Trx,
  user: RequestUser,
  { userId, roles = [] }: { userId?: string; roles?: readonly string[] },
): Promise<void> {
  if (isAdmin(user)) return;
  if (roles.includes('admin')) throw new Refusal('403');
  if (userId !== undefined) {
    const adminRole = await trx
      .selectFrom('sys_user_role')
      .select('role_code')
      .where('user_id', '=', userId)
      .where('role_code', '=', 'admin')
      .executeTakeFirst();
    if (adminRole) throw new Refusal('403');
  }
  if (roles.length === 0) return;
  const rows = await trx
    .selectFrom('sys_role')
    .select('permissions')
    .where('code', 'in', [...roles])
    .execute();
  if (rows.some(({ permissions }) => permissions.some((permission) => !user.permissions.includes(permission))))
    throw new Refusal('403');
}

/**
 * Refuses with 403 when a user who is not an administrator would give a role to their own account, directly or through
 * a department, post or group. `addedRoles`: the roles that the account would get.
 */
export function refuseOwnRoles(user: RequestUser, addedRoles: readonly string[]): void {
  if (addedRoles.length > 0 && !isAdmin(user)) throw new Refusal('403');
}
