import { sql } from 'kysely';
import type { Kysely, SqlBool } from 'kysely';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { Database } from '../store/database.ts';

/** A person with a role, for the pages of elevator and crane inspection. */
export interface RoleUser {
  id: string;
  showName: string;
  deptId: string | null;
  deptName: string;
  unitId: string | null;
  unitName: string;
  post: string;
}

/**
 * Returns the enabled people who have a role and share a unit with `user` (for administrators: the people of all
 * units), ordered by department (CL-060). Returns at most 5,000; none for an unknown role.
 */
export async function usersOfRole(db: Kysely<Database>, user: RequestUser, role: string): Promise<RoleUser[]> {
  const sharesUnit = isAdmin(user)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select 1 from sys_user_unit a join sys_user_unit b on b.unit_id = a.unit_id where a.user_id = p.id and b.user_id = ${user.id})`;
  return db
    .selectFrom('sys_user_role as r')
    .innerJoin('sys_user as p', 'p.id', 'r.user_id')
    .leftJoin('sys_org as d', 'd.id', 'p.dept_id')
    .leftJoin('sys_org as u', 'u.id', 'p.unit_id')
    .where('r.role_code', '=', role)
    .where('p.is_disabled', '=', false)
    .where(sharesUnit)
    .select([
      'p.id',
      'p.name as showName',
      'p.dept_id as deptId',
      sql<string>`coalesce(d.name, '')`.as('deptName'),
      'p.unit_id as unitId',
      sql<string>`coalesce(u.name, '')`.as('unitName'),
      'p.post',
    ])
    .orderBy('d.sn')
    .orderBy('p.id')
    .limit(5000)
    .execute();
}
