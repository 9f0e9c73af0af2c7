import { sql, type Kysely } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import type { RequestUser } from '../http/user.ts';
import { updateDerivedRoles } from '../system/index.ts';

/** The kinds of members of a role. */
export type MemberKind = 'user' | 'dept' | 'post' | 'group';

/** A member of a role: a person, or everybody of a department, post or group. */
export interface RoleMember {
  id: string;
  roleCode: string;
  kind: MemberKind;
  /** The id of the person, department or group; the name of the post. */
  memberId: string;
  name: string;
  /** The name of a person's department or of a department's parent; otherwise ''. */
  place: string;
  /** The number of enabled accounts that belong to the member. */
  people: number;
}

/** Returns the members of a role: first departments, posts and groups, then the persons. */
export async function roleMembers(db: Kysely<Database>, code: string): Promise<RoleMember[]> {
  const { rows } = await sql<{
    kind: MemberKind;
    id: string;
    name: string | null;
    place: string | null;
    people: number;
  }>`
    select m.kind, m.member_id as id, coalesce(o.name, g.name, m.member_id) as name, p.name as place,
      case m.kind
        when 'dept' then (with recursive part as (select m.member_id::varchar as id union select c.id from sys_org c join part on c.parent_id = part.id)
          select count(distinct x.user_id)::integer from sys_user_unit x join sys_user u on u.id = x.user_id where not u.is_disabled and (x.dept_id in (select id from part) or x.unit_id in (select id from part)))
        when 'post' then (select count(distinct x.user_id)::integer from sys_user_unit x join sys_user u on u.id = x.user_id where x.post = m.member_id and not u.is_disabled)
        else (select count(*)::integer from sys_group_user x join sys_user u on u.id = x.user_id where x.group_id = m.member_id and not u.is_disabled) end as people
    from sys_role_member m left join sys_org o on m.kind = 'dept' and o.id = m.member_id left join sys_org p on p.id = o.parent_id
      left join sys_group g on m.kind = 'group' and g.id = m.member_id where m.role_code = ${code}
    union all select 'user', u.id, u.name, d.name, case when u.is_disabled then 0 else 1 end from sys_user_role r join sys_user u on u.id = r.user_id
      left join sys_org d on d.id = u.dept_id where r.role_code = ${code} and not r.is_derived
    order by 1, 3`.execute(db);
  return rows
    .map(({ kind, id, name, place, people }) => ({
      id: `${kind}/${id}`,
      roleCode: code,
      kind,
      memberId: id,
      name: name ?? id,
      place: place ?? '',
      people,
    }))
    .sort((a, b) => Number(a.kind === 'user') - Number(b.kind === 'user'));
}

/**
 * `what`: the Chinese name of the kind. `queryOf`: returns the query that finds the member with this id; no row means
 * that there is no such member or that the person is disabled.
 */
const MEMBER_KINDS: Readonly<
  Record<MemberKind, { what: string; queryOf: (id: string) => ReturnType<typeof sql<{ id: string }>> }>
> = {
  user: {
    what: '人员',
    queryOf: (id) => sql<{ id: string }>`select id from sys_user where id = ${id} and not is_disabled`,
  },
  dept: { what: '部门', queryOf: (id) => sql<{ id: string }>`select id from sys_org where id = ${id}` },
  post: { what: '岗位', queryOf: (id) => sql<{ id: string }>`select id from sys_post where name = ${id}` },
  group: { what: '用户组', queryOf: (id) => sql<{ id: string }>`select id from sys_group where id = ${id}` },
};

/**
 * Adds members of one kind to a role. Refuses with 404 an unknown role, and with REQUEST_INVALID an empty list, an
 * unknown member and a disabled person.
 */
export async function addMembers(
  trx: Trx,
  administrator: RequestUser,
  code: string,
  kind: MemberKind,
  ids: readonly string[],
): Promise<void> {
  const role = await trx.selectFrom('sys_role').select('code').where('code', '=', code).forUpdate().executeTakeFirst();
  if (!role) throw new Refusal('404');
  if (ids.length === 0) throw new Refusal('REQUEST_INVALID', { detail: `请选择${MEMBER_KINDS[kind].what}` });
  for (const id of ids) {
    const { rows } = await MEMBER_KINDS[kind].queryOf(id).execute(trx);
    if (rows.length === 0)
      throw new Refusal('REQUEST_INVALID', { detail: `${MEMBER_KINDS[kind].what}“${id}”不存在或已停用` });
    if (kind === 'user')
      await trx
        .insertInto('sys_user_role')
        .values({ user_id: id, role_code: code })
        .onConflict((conflict) => conflict.columns(['user_id', 'role_code']).doUpdateSet({ is_derived: false }))
        .execute();
    else
      await trx
        .insertInto('sys_role_member')
        .values({ role_code: code, kind, member_id: id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
  await updateDerivedRoles(trx, administrator);
}

/** Removes a member from a role. A person keeps the role if a department, post or group also gives it to them. */
export async function removeMember(
  trx: Trx,
  administrator: RequestUser,
  code: string,
  kind: MemberKind,
  id: string,
): Promise<void> {
  if (kind === 'user')
    await trx
      .deleteFrom('sys_user_role')
      .where('user_id', '=', id)
      .where('role_code', '=', code)
      .where('is_derived', '=', false)
      .execute();
  else
    await trx
      .deleteFrom('sys_role_member')
      .where('role_code', '=', code)
      .where('kind', '=', kind)
      .where('member_id', '=', id)
      .execute();
  await updateDerivedRoles(trx, administrator);
}
