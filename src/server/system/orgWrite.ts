import { sql, type SqlBool } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import { isWithin, orgById, nearestUnitId } from './orgList.ts';
import { processInOrderOfIds } from '../store/processInOrderOfIds.ts';
import { copyToRecycleBin } from '../recycleBin/index.ts';

/**
 * Values of a unit or department. In a change, absent values stay unchanged. A null removes `parentId`, `leaderId`,
 * `code` and `deputyIds`; for the other values it means unchanged. `sn`: order number. `revision`: the revision of the
 * values that the administrator loaded; without it, changes by others are not detected.
 */
export interface OrgBody {
  name?: string;
  parentId?: string | null;
  type?: 'unit' | 'dept';
  url?: string | null;
  leaderId?: string | null;
  sn?: number | null;
  disabled?: boolean | null;
  code?: string | null;
  /** Ids, as a list or joined by commas. */
  deputyIds?: string | readonly string[] | null;
  revision?: string | null;
}

const idsOf = (ids: OrgBody['deputyIds']): string[] => [
  ...new Set((typeof ids === 'string' ? ids.split(',') : (ids ?? [])).map((id) => id.trim()).filter(Boolean)),
];

const invalidInput = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

/** Serialises changes of the tree, because two concurrent moves could create a cycle. */
const lockTree = (trx: Trx): Promise<unknown> => sql`lock table sys_org in share row exclusive mode`.execute(trx);

/**
 * Refuses an unknown or disabled leader and an invalid parent. `id`: the unit or department itself; null for a new one.
 * Without `leaderId`, no leader is checked.
 */
async function requireValidParentAndLeader(
  trx: Trx,
  id: string | null,
  { parentId, type, leaderId }: OrgBody,
): Promise<void> {
  if (
    leaderId &&
    !(await trx
      .selectFrom('sys_user')
      .select('id')
      .where('id', '=', leaderId)
      .where('is_disabled', '=', false)
      .executeTakeFirst())
  )
    throw invalidInput('负责人不存在或已停用');
  if (!parentId) {
    if (type === 'dept') throw invalidInput('部门须在单位或部门之下');
    return;
  }
  const parent = await trx.selectFrom('sys_org').select('type').where('id', '=', parentId).executeTakeFirst();
  if (!parent) throw invalidInput('上级不存在');
  if (type === 'unit' && parent.type === 'dept') throw invalidInput('单位不能在部门之下');
  if (id !== null && (await isWithin(trx, parentId, id))) throw invalidInput('上级不能是自己或自己的下级');
}

/**
 * Refuses a name that an enabled sibling has, because selectors could not distinguish the two. A double click therefore
 * does not add the same unit or department twice. `id`: the unit or department itself; null for a new one.
 */
async function requireUniqueName(trx: Trx, id: string | null, parentId: string | null, name: string): Promise<void> {
  const siblingWithName = await trx
    .selectFrom('sys_org')
    .select('id')
    .where('name', '=', name)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where('is_disabled', '=', false)
    .$if(id !== null, (query) => query.where('id', '<>', id))
    .executeTakeFirst();
  if (siblingWithName) throw invalidInput(`同一上级下已有“${name}”`);
}

/** The address (`url`) of a unit whose pages are those of this product. */
const OWN_PAGES = '#/';

/**
 * Adds a unit or department (CL-052) and returns its id. Refuses an invalid parent, leader or name with
 * REQUEST_INVALID.
 */
export async function addOrg(trx: Trx, body: OrgBody & { name: string; type: 'unit' | 'dept' }): Promise<string> {
  await lockTree(trx);
  await requireValidParentAndLeader(trx, null, body);
  await requireUniqueName(trx, null, body.parentId || null, body.name.trim());
  const id = newId();
  await trx
    .insertInto('sys_org')
    .values({
      id,
      parent_id: body.parentId || null,
      name: body.name.trim(),
      type: body.type,
      // people can switch only to a unit with an address; '' means that the unit has none (ER-012)
      url: body.url ?? (body.type === 'unit' ? OWN_PAGES : ''),
      leader_id: body.leaderId || null,
      sn: body.sn ?? 0,
      is_disabled: body.disabled ?? false,
      code: body.code?.trim() ?? '',
      deputy_ids: JSON.stringify(idsOf(body.deputyIds)),
    })
    .execute();
  return id;
}

/**
 * Stores the unit above a department as the unit of all people in the department and its sub-departments, because this
 * unit decides which records a person reads and creates. Does nothing if no unit is above the department. Called after
 * the department was moved.
 */
async function movePeopleToUnit(trx: Trx, deptId: string): Promise<void> {
  const unitId = await nearestUnitId(trx, deptId);
  if (unitId === null) return;
  const subtreeSql = sql`with recursive part as (select id from sys_org where id = ${deptId}
    union select o.id from sys_org o join part on o.parent_id = part.id)`;
  // a person who has entries of the department with the old and with the new unit keeps only the one with the new unit
  await sql`${subtreeSql} delete from sys_user_unit m using part where m.dept_id = part.id and m.unit_id <> ${unitId}
    and exists (select 1 from sys_user_unit x where x.user_id = m.user_id and x.dept_id = m.dept_id and x.unit_id = ${unitId})`.execute(
    trx,
  );
  await sql`${subtreeSql} update sys_user_unit m set unit_id = ${unitId} from part
    where m.dept_id = part.id and m.unit_id <> ${unitId}`.execute(trx);
  await sql`${subtreeSql} update sys_user u set unit_id = ${unitId} from part
    where u.dept_id = part.id and u.unit_id is distinct from ${unitId}`.execute(trx);
}

/**
 * Changes the values in the body and returns the new revision. The type cannot be changed, because people and records
 * refer to it. Refuses an unknown id with 404, invalid values with REQUEST_INVALID, and values that were changed after
 * `revision` with ORG_STALE.
 */
export async function changeOrg(trx: Trx, id: string, body: OrgBody): Promise<string> {
  await lockTree(trx);
  const storedOrg = await trx.selectFrom('sys_org').selectAll().where('id', '=', id).executeTakeFirst();
  if (!storedOrg) throw new Refusal('404');
  if (body.revision && (await orgById(trx, id))?.revision !== body.revision) throw new Refusal('ORG_STALE');
  if (body.type !== undefined && body.type !== storedOrg.type) throw invalidInput('不能在单位与部门之间转换');
  const parentId = body.parentId === undefined ? storedOrg.parent_id : body.parentId || null;
  const leaderId = body.leaderId === undefined ? storedOrg.leader_id : body.leaderId || null;
  await requireValidParentAndLeader(trx, id, {
    parentId,
    type: storedOrg.type,
    // an unchanged leader is not checked, because the account may have been disabled since
    leaderId: leaderId === storedOrg.leader_id ? null : leaderId,
  });
  const name = body.name?.trim() || storedOrg.name;
  const isDisabled = body.disabled ?? storedOrg.is_disabled;
  // while the unit or department was disabled, a sibling may have taken its name
  if (name !== storedOrg.name || parentId !== storedOrg.parent_id || (storedOrg.is_disabled && !isDisabled))
    await requireUniqueName(trx, id, parentId, name);
  await trx
    .updateTable('sys_org')
    .set({
      parent_id: parentId,
      leader_id: leaderId,
      name,
      url: body.url ?? storedOrg.url,
      sn: body.sn ?? storedOrg.sn,
      is_disabled: isDisabled,
      code: body.code === undefined ? storedOrg.code : (body.code?.trim() ?? ''),
      ...(body.deputyIds === undefined ? {} : { deputy_ids: JSON.stringify(idsOf(body.deputyIds)) }),
    })
    .where('id', '=', id)
    .execute();
  if (storedOrg.type === 'dept' && parentId !== storedOrg.parent_id) await movePeopleToUnit(trx, id);
  return (await orgById(trx, id))?.revision ?? '';
}

/** Sets the order numbers of units and departments, all or none. Refuses with 404 if one does not exist. */
export async function orderOrgs(trx: Trx, positions: readonly { id: string; sn: number }[]): Promise<void> {
  await processInOrderOfIds(positions, async ({ id, sn }) => {
    const row = await trx.updateTable('sys_org').set({ sn }).where('id', '=', id).returning('id').executeTakeFirst();
    if (!row) throw new Refusal('404');
  });
}

/**
 * Data whose references prevent the removal of a unit or department. `what`: its name in the error message. `sql`:
 * selects whether any of it refers to this id.
 */
const USES: readonly {
  what: string;
  sql: (id: string) => ReturnType<typeof sql<{ found: boolean }>>;
}[] = [
  { what: '下级机构', sql: (id) => sql`select exists (select 1 from sys_org where parent_id = ${id}) as found` },
  {
    what: '人员',
    sql: (id) =>
      sql`select exists (select 1 from sys_user where dept_id = ${id} or unit_id = ${id}) or exists (select 1 from sys_user_unit where dept_id = ${id} or unit_id = ${id}) as found`,
  },
  {
    what: '业务记录',
    sql: (id) => sql`select frm_place_used(${id}) as found`,
  },
];

/**
 * Removes an empty unit or department (CL-053). If it has children, people or records, refuses with IN_USE; it can be
 * disabled instead.
 */
export async function removeOrg(trx: Trx, id: string): Promise<void> {
  await lockTree(trx);
  const org = await trx.selectFrom('sys_org').select('name').where('id', '=', id).executeTakeFirst();
  if (!org) throw new Refusal('404');
  for (const use of USES) {
    const { rows } = await use.sql(id).execute(trx);
    if (rows[0]?.found) throw new Refusal('IN_USE', { name: org.name, what: use.what });
  }
  await copyToRecycleBin(trx, {
    kind: 'org',
    key: id,
    name: org.name,
    rowsByTable: [{ table: 'sys_org', where: sql<SqlBool>`t.id = ${id}` }],
  });
  await trx.deleteFrom('sys_org').where('id', '=', id).execute();
}
