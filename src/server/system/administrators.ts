import { sql } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';

const ADMIN_LOCK = 4_271_021;

/** Changes that may take an administrator away run one after the other: two that each leave one must not leave none. */
export const lockAdministrators = (trx: Trx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${ADMIN_LOCK})`.execute(trx);

/** Refuses with LAST_ADMIN when nobody who can sign in would be an administrator. Call at the end, under `lockAdministrators`. */
export async function requireAdministrator(trx: Trx): Promise<void> {
  const found = await trx
    .selectFrom('sys_user_role as r')
    .innerJoin('sys_user as u', 'u.id', 'r.user_id')
    .where('r.role_code', '=', 'admin')
    .where('u.is_disabled', '=', false)
    .select('u.id')
    .limit(1)
    .executeTakeFirst();
  if (!found) throw new Refusal('LAST_ADMIN');
}

/**
 * Who is not an administrator touches no administrator's account and gives nobody a role with more than their own
 * permissions. Refuses with 403.
 */
export async function refuseAbove(
  trx: Trx,
  user: RequestUser,
  { userId, roles = [] }: { userId?: string; roles?: readonly string[] },
): Promise<void> {
  if (isAdmin(user)) return;
  if (roles.includes('admin')) throw new Refusal('403');
  if (userId !== undefined) {
    const held = await trx
      .selectFrom('sys_user_role')
      .select('role_code')
      .where('user_id', '=', userId)
      .where('role_code', '=', 'admin')
      .executeTakeFirst();
    if (held) throw new Refusal('403');
  }
  if (roles.length === 0) return;
  const rows = await trx
    .selectFrom('sys_role')
    .select('permissions')
    .where('code', 'in', [...roles])
    .execute();
  if (rows.some(({ permissions }) => permissions.some((one) => !user.permissions.includes(one))))
    throw new Refusal('403');
}

/** Who is not an administrator gives themselves no role, neither by hand nor through a place. Refuses with 403. */
export function refuseOwnRoles(user: RequestUser, added: readonly string[]): void {
  if (added.length > 0 && !isAdmin(user)) throw new Refusal('403');
}
