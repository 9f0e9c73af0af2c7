import { sql } from 'kysely';
import type { Trx } from '../store/transaction.ts';
import type { RequestUser } from '../http/user.ts';
import {
  lockAdministrators,
  refusePrivilegeEscalation,
  refuseOwnRoles,
  requireRemainingAdministrator,
} from './administrators.ts';

/**
 * Updates the roles that people have through a department (also one above their own), a post or a group, according to
 * `sys_role_member`. Must be called in the transaction of every change of members, of people's departments, posts or
 * groups, and of the organisation's tree. `by`: the user who makes the change. `userId`: update only this person.
 * Refuses with 403 if the change gives or takes away a role that `by` may not grant directly, or gives `by` a role
 * (unless `by` is an administrator). Refuses with LAST_ADMIN if the change removes the last administrator.
 */
export async function updateDerivedRoles(trx: Trx, by: RequestUser, userId?: string): Promise<void> {
  const personFilter = userId === undefined ? sql`true` : sql`x.user_id = ${userId}`;
  const { rows } = await sql<{ user_id: string; role_code: string; is_gone: boolean }>`with recursive part as (
      select m.role_code, m.member_id::varchar as org_id from sys_role_member m where m.kind = 'dept'
      union select p.role_code, o.id from sys_org o join part p on o.parent_id = p.org_id
    ), meant as (
      select x.user_id, p.role_code from part p join sys_user_unit x on x.dept_id = p.org_id or x.unit_id = p.org_id where ${personFilter}
      union select x.user_id, m.role_code from sys_role_member m join sys_user_unit x on x.post = m.member_id where m.kind = 'post' and ${personFilter}
      union select x.user_id, m.role_code from sys_role_member m join sys_group_user x on x.group_id = m.member_id where m.kind = 'group' and ${personFilter}
    ), gone as (
      delete from sys_user_role x where x.is_derived and ${personFilter}
        and not exists (select 1 from meant where meant.user_id = x.user_id and meant.role_code = x.role_code)
        returning user_id, role_code
    ), added as (
      insert into sys_user_role (user_id, role_code, is_derived) select user_id, role_code, true from meant
        on conflict do nothing returning user_id, role_code
    ) select user_id, role_code, true as is_gone from gone union all select user_id, role_code, false from added`.execute(
    trx,
  );
  refuseOwnRoles(
    by,
    rows.filter(({ user_id, is_gone }) => user_id === by.id && !is_gone).map(({ role_code }) => role_code),
  );
  await refusePrivilegeEscalation(trx, by, { roles: [...new Set(rows.map(({ role_code }) => role_code))] });
  if (rows.some(({ role_code, is_gone }) => is_gone && role_code === 'admin')) {
    await lockAdministrators(trx);
    await requireRemainingAdministrator(trx);
  }
}
