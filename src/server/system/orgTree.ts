import { sql, type Kysely } from 'kysely';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { processInOrderOfIds } from '../store/processInOrderOfIds.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { directoryOf, type Directory, type DirectoryOrg } from './directory.ts';
import { findNodeWithHolder } from './findNodeWithHolder.ts';
import { nearestUnitId } from './orgList.ts';
import { changeOrg, orderOrgs } from './orgWrite.ts';

/** A unit or department in a tree. */
export interface OrgItem {
  id: string;
  name: string;
  type: 'unit' | 'dept';
  disabled: boolean;
  hasChildren: boolean;
  /** Names of its ancestors (`ancestorNames`); '' at the top level. Only in answers for a keyword or ids. */
  path?: string;
  /** Present if further levels were requested and fit into `atMost`. */
  children?: OrgItem[];
}
export interface OrgTreeQuery {
  parentId?: string | undefined;
  keyword?: string | undefined;
  /** Ids joined by commas. */
  ids?: string | undefined;
  /** Adds further levels while the total number of items does not exceed this number. */
  atMost?: number | undefined;
}

const MAX_ITEMS = 500;

/** Returns the name, followed by the name of the parent in brackets. */
const nameWithParent = ({ orgsById: byId }: Directory, { name, parentId }: DirectoryOrg): string => {
  const parent = parentId === null ? undefined : byId.get(parentId);
  return parent ? `${name}（${parent.name}）` : name;
};

/** Returns the first `count` items that match. */
function firstMatches<T>(all: Iterable<T>, count: number, isMatch: (item: T) => boolean = () => true): T[] {
  const matches: T[] = [];
  for (const item of all) {
    if (matches.length >= count) break;
    if (isMatch(item)) matches.push(item);
  }
  return matches;
}

/** Returns the names of the ancestors as one text, topmost first. The limit of 100 ends a cycle of parents. */
const ancestorNames = ({ orgsById: byId }: Directory, { parentId }: DirectoryOrg): string => {
  const names: string[] = [];
  for (let ancestor = parentId === null ? undefined : byId.get(parentId); ancestor && names.length < 100;) {
    names.unshift(ancestor.name);
    ancestor = ancestor.parentId === null ? undefined : byId.get(ancestor.parentId);
  }
  return names.join(' / ');
};
const itemOf = ({ childrenOf }: Directory, org: DirectoryOrg): OrgItem => ({
  id: org.id,
  name: org.name,
  type: org.type,
  disabled: org.isDisabled,
  hasChildren: childrenOf(org.id).length > 0,
});

/** Adds whole levels of children while the total number of items does not exceed `atMost`. */
function addLevels(directory: Directory, top: readonly OrgItem[], atMost: number): void {
  let count = top.length;
  for (let level = top; level.length > 0;) {
    const childrenOfLevel = level.map(({ id }) => directory.childrenOf(id));
    count += childrenOfLevel.reduce((sum, { length }) => sum + length, 0);
    if (count > atMost) return;
    level = level.flatMap((item, index) => {
      const children = (childrenOfLevel[index] ?? []).map((org) => itemOf(directory, org));
      if (children.length > 0) item.children = children;
      return children;
    });
  }
}

/**
 * Returns the direct children of a unit or department; without a parent, the top level. With a keyword: the units and
 * departments of all levels whose name or pronunciation matches the keyword, or whose code is the keyword; exact names
 * first. Without a keyword, but with ids: the units and departments with these ids. Returns at most MAX_ITEMS, and with
 * `atMost` further levels. Disabled units and departments are included.
 */
export async function orgChildren(db: Kysely<Database>, query: OrgTreeQuery): Promise<OrgItem[]> {
  const keyword = query.keyword?.trim() ?? '';
  const directory = await directoryOf(db);
  if (keyword !== '' || query.ids !== undefined) {
    const foundOrgs =
      keyword === ''
        ? (query.ids ?? '').split(',').flatMap((id) => directory.orgsById.get(id) ?? [])
        : directory.findOrgs(keyword);
    return firstMatches(foundOrgs, MAX_ITEMS).map((org) => ({
      ...itemOf(directory, org),
      path: ancestorNames(directory, org),
    }));
  }
  const level = directory
    .childrenOf(query.parentId || null)
    .slice(0, MAX_ITEMS)
    .map((org) => itemOf(directory, org));
  addLevels(directory, level, query.atMost ?? 0);
  return level;
}

/**
 * Returns one page of options for a selector: enabled units and departments that match a keyword, with the name of the
 * parent. If the keyword is an id, only the unit or department with this id is returned, if it is enabled.
 */
export async function orgOptions(
  db: Kysely<Database>,
  keyword: string,
  { pageNum, pageSize }: Page,
): Promise<{ id: string; name: string }[]> {
  const directory = await directoryOf(db);
  const orgWithId = directory.orgsById.get(keyword);
  return firstMatches(
    orgWithId ? [orgWithId] : directory.findOrgs(keyword.trim()),
    pageNum * pageSize,
    ({ isDisabled }) => !isDisabled,
  )
    .slice((pageNum - 1) * pageSize)
    .map((org) => ({ id: org.id, name: nameWithParent(directory, org) }));
}

/**
 * Moves a unit or department below a parent, before the sibling `beforeId`; to the end if it is null or not a child of
 * this parent. Units are always displayed before departments. A move within one parent that has no effect because of
 * this rule is refused with REQUEST_INVALID. Other refusals are the same as for `changeOrg`.
 */
export async function moveOrg(
  trx: Trx,
  { id, parentId, beforeId }: { id: string; parentId: string | null; beforeId: string | null },
): Promise<void> {
  const previousParent = (await trx.selectFrom('sys_org').select('parent_id').where('id', '=', id).executeTakeFirst())
    ?.parent_id;
  await changeOrg(trx, id, { parentId });
  const children = await trx
    .selectFrom('sys_org')
    .select(['id', 'type', 'sn'])
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .orderBy('type', 'desc')
    .orderBy('sn')
    .orderBy('id')
    .execute();
  const previousIds = children.map((row) => row.id);
  const ids = previousIds.filter((siblingId) => siblingId !== id);
  const index = beforeId === null ? -1 : ids.indexOf(beforeId);
  ids.splice(index < 0 ? ids.length : index, 0, id);
  const typeOf = new Map(children.map((row) => [row.id, row.type]));
  const orderedIds = [...ids].sort((a, b) => Number(typeOf.get(a) === 'dept') - Number(typeOf.get(b) === 'dept'));
  const isPreviousOrder = (order: readonly string[]): boolean =>
    order.every((siblingId, position) => siblingId === previousIds[position]);
  if (isPreviousOrder(orderedIds) && !isPreviousOrder(ids) && previousParent === parentId)
    throw new Refusal('REQUEST_INVALID', { detail: '同一上级下，单位总排在部门之前' });
  const snOf = new Map(children.map((row) => [row.id, row.sn]));
  // write only siblings whose number changes
  await orderOrgs(
    trx,
    orderedIds
      .map((siblingId, position) => ({ id: siblingId, sn: position + 1 }))
      .filter(({ id: siblingId, sn }) => snOf.get(siblingId) !== sn),
  );
}

/**
 * Moves the content of the department `id` (people, sub-departments, role membership) to the department `intoId` of the
 * same unit. Adds the department `intoId` to the data scopes that name the old department. The old department is
 * disabled and kept for old records. Refuses an unknown department with 404. Refuses departments that cannot be merged
 * with REQUEST_INVALID; also if a node of a published process names only the old department. `people`: the number of
 * people whose main department was the old department.
 */
export async function mergeOrgs(trx: Trx, { id, intoId }: { id: string; intoId: string }): Promise<{ people: number }> {
  await sql`lock table sys_org in share row exclusive mode`.execute(trx);
  const bothOrgs = await trx.selectFrom('sys_org').selectAll().where('id', 'in', [id, intoId]).execute();
  const oldDept = bothOrgs.find((org) => org.id === id);
  const targetDept = bothOrgs.find((org) => org.id === intoId);
  if (!oldDept || !targetDept) throw new Refusal('404');
  const refuse = (detail: string): never => {
    throw new Refusal('REQUEST_INVALID', { detail });
  };
  if (id === intoId) refuse('不能并入自己');
  if (oldDept.type !== 'dept' || targetDept.type !== 'dept') refuse('只有部门可以合并');
  if (targetDept.is_disabled) refuse(`“${targetDept.name}”已停用`);
  const { rows } = await sql<{ id: string }>`with recursive part as (select id from sys_org where id = ${id}
    union select o.id from sys_org o join part on o.parent_id = part.id) select id from part where id = ${intoId}`.execute(
    trx,
  );
  if (rows.length > 0) refuse('不能并入自己的下级');
  if ((await nearestUnitId(trx, id)) !== (await nearestUnitId(trx, intoId))) refuse('两个部门不在同一单位，请先移动');
  const siblings = await trx.selectFrom('sys_org').select('name').where('parent_id', '=', intoId).execute();
  const subDepartments = await trx.selectFrom('sys_org').select(['id', 'name']).where('parent_id', '=', id).execute();
  const sameName = subDepartments.find(({ name }) => siblings.some((sibling) => sibling.name === name));
  if (sameName) refuse(`两个部门都有下级“${sameName.name}”，请先改名`);
  const node = await findNodeWithHolder(trx, { type: 'dept', value: id }, { type: 'dept', value: intoId });
  if (node)
    refuse(`${node}指定了部门“${oldDept.name}”，合并后会找不到人，请先在该节点加上或改为“${targetDept.name}”并发布`);
  await processInOrderOfIds(subDepartments, async (department) => {
    await trx.updateTable('sys_org').set({ parent_id: intoId }).where('id', '=', department.id).execute();
  });
  // people who belong to both departments keep their entry in the target department
  await sql`delete from sys_user_unit m where m.dept_id = ${id} and exists (select 1 from sys_user_unit x where x.user_id = m.user_id and x.dept_id = ${intoId})`.execute(
    trx,
  );
  await trx.updateTable('sys_user_unit').set({ dept_id: intoId }).where('dept_id', '=', id).execute();
  const movedPeople = await trx
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
  // a scope that names the old department keeps it, for the records that were created there
  await sql`update sys_role_scope set dept_ids = dept_ids || to_jsonb(${intoId}::text)
    where dept_ids ? ${id} and not dept_ids ? ${intoId}`.execute(trx);
  await trx.updateTable('sys_org').set({ is_disabled: true }).where('id', '=', id).execute();
  return { people: movedPeople.length };
}
