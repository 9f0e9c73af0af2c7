import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { inOrderOfIds } from '../store/inOrder.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { changeOrg, orderOrgs } from './orgWrite.ts';

/** A unit or department as a tree shows it. */
export interface OrgItem {
  id: string;
  name: string;
  type: 'unit' | 'dept';
  disabled: boolean;
  hasChildren: boolean;
}

const MOST = 500;

/** What lies right below a unit or department (null: the top), or, with a keyword, what is called so anywhere, with the name of its parent. */
export async function orgChildren(
  db: Kysely<Database>,
  { parentId, keyword }: { parentId?: string | undefined; keyword?: string | undefined },
): Promise<OrgItem[]> {
  const typed = keyword?.trim() ?? '';
  const where =
    typed === ''
      ? parentId
        ? sql<SqlBool>`o.parent_id = ${parentId}`
        : sql<SqlBool>`o.parent_id is null`
      : sql<SqlBool>`(o.name ilike ${`%${typed.replace(/[\\%_]/g, '\\$&')}%`} or o.code = ${typed})`;
  const { rows } = await sql<{
    id: string;
    name: string;
    type: 'unit' | 'dept';
    disabled: boolean;
    parent_name: string | null;
    has_children: boolean;
  }>`select o.id, o.name, o.type, o.is_disabled as disabled, p.name as parent_name,
      exists (select 1 from sys_org c where c.parent_id = o.id) as has_children
    from sys_org o left join sys_org p on p.id = o.parent_id where ${where} order by o.type desc, o.sn, o.id limit ${MOST}`.execute(
    db,
  );
  return rows.map(({ id, name, type, disabled, parent_name, has_children }) => ({
    id,
    name: typed !== '' && parent_name ? `${name}（${parent_name}）` : name,
    type,
    disabled,
    hasChildren: has_children,
  }));
}

/** Units and departments in use by a part of their name, each with where it lies: for choosing one among thousands. */
export async function orgOptions(
  db: Kysely<Database>,
  keyword: string,
  { pageNum, pageSize }: Page,
): Promise<{ id: string; name: string }[]> {
  const like = `%${keyword.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select o.id, o.name || coalesce('（' || p.name || '）', '') as name
    from sys_org o left join sys_org p on p.id = o.parent_id where not o.is_disabled and (o.name ilike ${like} or o.id = ${keyword})
    order by o.type desc, o.sn, o.id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  return rows;
}

/** Puts a unit or department below another one, before a sibling or last. Refuses as `changeOrg` does. */
export async function moveOrg(
  trx: Trx,
  { id, parentId, beforeId }: { id: string; parentId: string | null; beforeId: string | null },
): Promise<void> {
  await changeOrg(trx, id, { parentId });
  const siblings = await trx
    .selectFrom('sys_org')
    .select('id')
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('id', '<>', id)
    .orderBy('type', 'desc')
    .orderBy('sn')
    .orderBy('id')
    .execute();
  const ids = siblings.map((row) => row.id);
  const at = beforeId === null ? -1 : ids.indexOf(beforeId);
  ids.splice(at < 0 ? ids.length : at, 0, id);
  await orderOrgs(
    trx,
    ids.map((one, index) => ({ id: one, sn: index + 1 })),
  );
}

/**
 * Moves everything of a department into another one of the same unit: people, parts, records. The old one is disabled and
 * stays for what old records say. Refuses with REQUEST_INVALID.
 */
export async function mergeOrgs(trx: Trx, { id, intoId }: { id: string; intoId: string }): Promise<{ people: number }> {
  await sql`lock table sys_org in share row exclusive mode`.execute(trx);
  const both = await trx.selectFrom('sys_org').selectAll().where('id', 'in', [id, intoId]).execute();
  const from = both.find((org) => org.id === id);
  const into = both.find((org) => org.id === intoId);
  if (!from || !into) throw new Refusal('404');
  const refuse = (detail: string): never => {
    throw new Refusal('REQUEST_INVALID', { detail });
  };
  if (id === intoId) refuse('不能并入自己');
  if (from.type !== 'dept' || into.type !== 'dept') refuse('只有部门可以合并');
  if (into.is_disabled) refuse(`“${into.name}”已停用`);
  const { rows } = await sql<{ id: string }>`with recursive part as (select id from sys_org where id = ${id}
    union select o.id from sys_org o join part on o.parent_id = part.id) select id from part where id = ${intoId}`.execute(
    trx,
  );
  if (rows.length > 0) refuse('不能并入自己的下级');
  const unitOf = async (org: string): Promise<string | null> => {
    const found = await sql<{
      id: string;
    }>`with recursive up as (select id, parent_id, type, 0 as level from sys_org where id = ${org}
      union all select o.id, o.parent_id, o.type, up.level + 1 from sys_org o join up on o.id = up.parent_id)
      select id from up where type = 'unit' order by level limit 1`.execute(trx);
    return found.rows[0]?.id ?? null;
  };
  if ((await unitOf(id)) !== (await unitOf(intoId))) refuse('两个部门不在同一单位，请先移动');
  const taken = await trx.selectFrom('sys_org').select('name').where('parent_id', '=', intoId).execute();
  const parts = await trx.selectFrom('sys_org').select(['id', 'name']).where('parent_id', '=', id).execute();
  const twin = parts.find(({ name }) => taken.some((one) => one.name === name));
  if (twin) refuse(`两个部门都有下级“${twin.name}”，请先改名`);
  await inOrderOfIds(parts, async (part) => {
    await trx.updateTable('sys_org').set({ parent_id: intoId }).where('id', '=', part.id).execute();
  });
  // who belongs to both already keeps the place in the other
  await sql`delete from sys_user_unit m where m.dept_id = ${id} and exists (select 1 from sys_user_unit x where x.user_id = m.user_id and x.dept_id = ${intoId})`.execute(
    trx,
  );
  await trx.updateTable('sys_user_unit').set({ dept_id: intoId }).where('dept_id', '=', id).execute();
  const moved = await trx
    .updateTable('sys_user')
    .set({ dept_id: intoId })
    .where('dept_id', '=', id)
    .returning('id')
    .execute();
  await sql`delete from sys_role_member m where m.kind = 'dept' and m.member_id = ${id} and exists (select 1 from sys_role_member x where x.role_code = m.role_code and x.kind = 'dept' and x.member_id = ${intoId})`.execute(
    trx,
  );
  await trx
    .updateTable('sys_role_member')
    .set({ member_id: intoId })
    .where('kind', '=', 'dept')
    .where('member_id', '=', id)
    .execute();
  await trx.updateTable('sys_org').set({ is_disabled: true }).where('id', '=', id).execute();
  return { people: moved.length };
}
