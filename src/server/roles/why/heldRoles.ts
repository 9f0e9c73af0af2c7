import { sql } from 'kysely';
import { EVERYBODY } from '../../../rules/formRights.ts';
import type { Db } from '../../store/database.ts';

/** A role of a person. `from`: how they hold it (directly, or through departments, posts or groups). */
export interface HeldRole {
  code: string;
  name: string;
  from: string;
}

/** The role that every signed-in person holds, as it is listed when the rights of a person are explained. */
export const EVERYBODY_ROLE: HeldRole = { code: EVERYBODY, name: '所有人', from: '已登录的人都有' };

/** Lists the roles of a person, and how they hold each role. */
export async function listHeldRoles(db: Db, userId: string): Promise<HeldRole[]> {
  const { rows } = await sql<{ code: string; name: string; is_derived: boolean; through: string[] | null }>`
    with recursive line as (
      select m.dept_id as id from sys_user_unit m where m.user_id = ${userId} and m.dept_id is not null
      union select m.unit_id from sys_user_unit m where m.user_id = ${userId}
      union select o.parent_id from sys_org o join line l on o.id = l.id where o.parent_id is not null
    )
    select h.role_code as code, coalesce(r.name, h.role_code) as name, h.is_derived, (
      select jsonb_agg(case m.kind when 'dept' then '部门“' || o.name || '”' when 'post' then '岗位“' || m.member_id || '”' else '用户组“' || g.name || '”' end order by m.kind, m.member_id)
      from sys_role_member m left join sys_org o on m.kind = 'dept' and o.id = m.member_id left join sys_group g on m.kind = 'group' and g.id = m.member_id
      where m.role_code = h.role_code and (
        (m.kind = 'dept' and m.member_id in (select id from line))
        or (m.kind = 'post' and exists (select 1 from sys_user_unit x where x.user_id = ${userId} and x.post = m.member_id))
        or (m.kind = 'group' and exists (select 1 from sys_group_user x where x.user_id = ${userId} and x.group_id = m.member_id)))
    ) as through
    from sys_user_role h left join sys_role r on r.code = h.role_code where h.user_id = ${userId} order by r.sn, h.role_code`.execute(
    db,
  );
  return rows.map(({ code, name, is_derived, through }) => ({
    code,
    name,
    from: [...(is_derived ? [] : ['直接授予本人']), ...(through ?? [])].join('、'),
  }));
}
