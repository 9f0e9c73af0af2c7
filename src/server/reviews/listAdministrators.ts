import type { Db } from '../store/database.ts';
import type { UserName } from './tables.ts';

/** Returns all users with the role of administrators whose accounts are enabled. */
export async function listAdministrators(db: Db): Promise<UserName[]> {
  return db
    .selectFrom('sys_user_role as r')
    .innerJoin('sys_user as u', 'u.id', 'r.user_id')
    .select(['u.id', 'u.name'])
    .where('r.role_code', '=', 'admin')
    .where('u.is_disabled', '=', false)
    .orderBy('u.name')
    .orderBy('u.id')
    .execute();
}
