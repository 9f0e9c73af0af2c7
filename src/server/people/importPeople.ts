import { sql } from 'kysely';
import { hashRandomPassword } from '../auth/index.ts';
import type { ServerContext } from '../context.ts';
import type { Db } from '../store/database.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';
import { newId } from '../store/newId.ts';
import {
  lockAdministrators,
  refuseOwnRoles,
  requireRemainingAdministrator,
  updateDerivedRoles,
} from '../system/index.ts';
import type { SheetPerson } from './importSheet.ts';
import { generateOneTimePassword, loadOneTimePasswordExpiry } from './oneTimePassword.ts';
import { personErrors } from './savePerson.ts';

/**
 * A valid row. `id`: the person whom the row changes; null for a new person. `deptId`, `unitId`: null if the row names
 * no department. `newRoleCodes`: the roles that the row grants in addition to those that were granted directly before.
 */
interface ValidRow {
  sheetPerson: SheetPerson;
  id: string | null;
  deptId: string | null;
  unitId: string | null;
  newRoleCodes: string[];
}
export interface InvalidRow {
  /** Number of the row in the sheet. */
  row: number;
  name: string;
  message: string;
}
export interface CheckedRows {
  validRows: ValidRow[];
  invalidRows: InvalidRow[];
}

interface OrgRow {
  id: string;
  parent_id: string | null;
  name: string;
  type: 'unit' | 'dept';
}

/** Maximum number of levels in the search for a department's unit; ends it if the stored parents form a cycle. */
const MAX_ORG_DEPTH = 50;

/**
 * Creates a function that finds a department by two cells of the sheet: the name of its unit ('' matches every
 * unit), and the department's name or its path with slashes. The created function returns an error text if no department or several
 * departments match, or if the department does not belong to a unit.
 */
function createDeptFinder(
  orgs: readonly OrgRow[],
): (unit: string, dept: string) => { deptId: string; unitId: string } | string {
  const byId = new Map(orgs.map((org) => [org.id, org]));
  const byName = new Map<string, OrgRow[]>();
  for (const org of orgs) byName.set(org.name, [...(byName.get(org.name) ?? []), org]);
  const unitOf = (org: OrgRow): OrgRow | undefined => {
    for (
      let current: OrgRow | undefined = org, depth = 0;
      current && depth < MAX_ORG_DEPTH;
      current = byId.get(current.parent_id ?? ''), depth += 1
    )
      if (current.type === 'unit') return current;
    return undefined;
  };
  // whether the names `path`, from top to bottom, are names of departments or units above `org`
  const isBelow = (org: OrgRow, path: readonly string[]): boolean => {
    let current = byId.get(org.parent_id ?? '');
    for (const name of [...path].reverse()) {
      while (current && current.name !== name) current = byId.get(current.parent_id ?? '');
      if (!current) return false;
      current = byId.get(current.parent_id ?? '');
    }
    return true;
  };
  return (unit, dept) => {
    const path = dept
      .split(/[/／]/)
      .map((part) => part.trim())
      .filter(Boolean);
    const name = path.at(-1) ?? '';
    const matches = (byName.get(name) ?? []).filter(
      (org) => org.type === 'dept' && isBelow(org, path.slice(0, -1)) && (unit === '' || unitOf(org)?.name === unit),
    );
    const [first, ...others] = matches;
    if (!first) return unit === '' ? `没有部门“${dept}”` : `“${unit}”没有部门“${dept}”`;
    if (others.length > 0) return `部门“${dept}”有 ${matches.length} 个，请填写单位或完整路径（上级/部门）`;
    const unitOrg = unitOf(first);
    return unitOrg ? { deptId: first.id, unitId: unitOrg.id } : `部门“${dept}”不在任何单位之下`;
  };
}

/** Validates every row against the organisation, roles and existing people. Stores nothing. */
export async function checkPeople(db: Db, user: RequestUser, rows: readonly SheetPerson[]): Promise<CheckedRows> {
  const orgs = await db
    .selectFrom('sys_org')
    .select(['id', 'parent_id', 'name', 'type'])
    .where('is_disabled', '=', false)
    .execute();
  const roles = await db.selectFrom('sys_role').select(['code', 'name', 'permissions']).execute();
  const people = await db.selectFrom('sys_user').select(['id', 'username']).execute();
  const idByUsername = new Map(people.map(({ id, username }) => [username.toLowerCase(), id]));
  const adminIds = new Set(
    (await db.selectFrom('sys_user_role').select('user_id').where('role_code', '=', 'admin').execute()).map(
      ({ user_id }) => user_id,
    ),
  );
  const directRoleKeys = new Set(
    (
      await db.selectFrom('sys_user_role').select(['user_id', 'role_code']).where('is_derived', '=', false).execute()
    ).map(({ user_id, role_code }) => `${user_id} ${role_code}`),
  );
  const findDept = createDeptFinder(orgs);
  const unitNames = new Set(orgs.filter(({ type }) => type === 'unit').map(({ name }) => name));
  const firstRowByUsername = new Map<string, number>();
  const checked: CheckedRows = { validRows: [], invalidRows: [] };
  for (const sheetPerson of rows) {
    const errors = personErrors({
      username: sheetPerson.username,
      name: sheetPerson.name,
      phone: sheetPerson.phone,
      email: sheetPerson.email,
    });
    const key = sheetPerson.username.toLowerCase();
    const firstRow = firstRowByUsername.get(key);
    if (firstRow !== undefined) errors.push(`用户名与第 ${firstRow} 行重复`);
    else firstRowByUsername.set(key, sheetPerson.row);
    if (sheetPerson.sn !== '' && !/^\d{1,6}$/.test(sheetPerson.sn)) errors.push('排序应为整数');
    if (sheetPerson.unit !== '' && !unitNames.has(sheetPerson.unit)) errors.push(`没有单位“${sheetPerson.unit}”`);
    let deptAndUnit: { deptId: string; unitId: string } | null = null;
    if (sheetPerson.dept !== '') {
      const match = findDept(unitNames.has(sheetPerson.unit) ? sheetPerson.unit : '', sheetPerson.dept);
      if (typeof match === 'string') errors.push(match);
      else deptAndUnit = match;
    } else if (sheetPerson.unit !== '') errors.push('填写了单位时请同时填写部门');
    const id = idByUsername.get(key) ?? null;
    const grantedCodes: string[] = [];
    for (const name of sheetPerson.roles
      .split(/[、,，;；]/)
      .map((part) => part.trim())
      .filter(Boolean)) {
      const role = roles.find((candidate) => candidate.name === name || candidate.code === name);
      if (!role) errors.push(`没有角色“${name}”`);
      // not counted as granted by this row, because the person already has the role directly
      else if (id !== null && directRoleKeys.has(`${id} ${role.code}`)) continue;
      else if (
        !isAdmin(user) &&
        (role.code === 'admin' || role.permissions.some((permission) => !user.permissions.includes(permission)))
      )
        errors.push(`您不能授予角色“${role.name}”`);
      else grantedCodes.push(role.code);
    }
    if (id !== null && adminIds.has(id) && !isAdmin(user)) errors.push('您不能修改系统管理员');
    if (errors.length > 0)
      checked.invalidRows.push({ row: sheetPerson.row, name: sheetPerson.name, message: errors.join('；') });
    else
      checked.validRows.push({
        sheetPerson,
        id,
        deptId: deptAndUnit?.deptId ?? null,
        unitId: deptAndUnit?.unitId ?? null,
        newRoleCodes: grantedCodes,
      });
  }
  return checked;
}

const CHUNK_SIZE = 500;
const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK_SIZE) }, (_item, index) =>
    items.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
  );

export interface NewPassword {
  username: string;
  name: string;
  password: string;
}

/** Returns the codes of the roles that were granted to this person directly. */
const directRoles = async (trx: Trx, { id }: RequestUser): Promise<string[]> =>
  (
    await trx
      .selectFrom('sys_user_role')
      .select('role_code')
      .where('user_id', '=', id)
      .where('is_derived', '=', false)
      .execute()
  ).map(({ role_code }) => role_code);

/**
 * Imports the valid rows in one transaction. A blank cell does not change the stored value of an existing person, and
 * directly granted roles are only added. Returns the numbers of added and changed people, and the one-time passwords of
 * the added people. Refuses if a user who is not an administrator would get a role by their own import, or if no
 * administrator would remain.
 */
export async function importPeople(
  { db, settings }: ServerContext,
  user: RequestUser,
  { validRows }: CheckedRows,
): Promise<{ added: number; changed: number; passwords: NewPassword[] }> {
  const newPeople: (ValidRow & { idOfNewPerson: string; password: string; hash: string })[] = [];
  for (const validRow of validRows.filter(({ id }) => id === null)) {
    const password = generateOneTimePassword();
    newPeople.push({ ...validRow, idOfNewPerson: newId(), password, hash: await hashRandomPassword(password) });
  }
  const validUntil = await loadOneTimePasswordExpiry(db, settings);
  const existingPeople = validRows.filter((validRow): validRow is ValidRow & { id: string } => validRow.id !== null);
  await db.transaction().execute(async (trx) => {
    await lockAdministrators(trx);
    const rolesBefore = await directRoles(trx, user);
    for (const chunk of chunks(newPeople)) {
      await trx
        .insertInto('sys_user')
        .values(
          chunk.map(({ sheetPerson, idOfNewPerson: id, hash, deptId, unitId }) => ({
            id,
            username: sheetPerson.username,
            name: sheetPerson.name,
            password_hash: hash,
            dept_id: deptId,
            unit_id: unitId,
            post: sheetPerson.post,
            photo_id: null,
            phone: sheetPerson.phone,
            email: sheetPerson.email,
            sn: Number(sheetPerson.sn || '0'),
            must_change_password: true,
            one_time_until: validUntil,
          })),
        )
        .execute();
    }
    for (const { sheetPerson, id, deptId, unitId } of existingPeople)
      await trx
        .updateTable('sys_user')
        .set({
          name: sheetPerson.name,
          ...(deptId ? { dept_id: deptId, unit_id: unitId } : {}),
          ...(sheetPerson.post === '' ? {} : { post: sheetPerson.post }),
          ...(sheetPerson.phone === '' ? {} : { phone: sheetPerson.phone }),
          ...(sheetPerson.email === '' ? {} : { email: sheetPerson.email }),
          ...(sheetPerson.sn === '' ? {} : { sn: Number(sheetPerson.sn) }),
        })
        .where('id', '=', id)
        .execute();
    const allPeople = [...newPeople.map((person) => ({ ...person, id: person.idOfNewPerson })), ...existingPeople];
    for (const chunk of chunks(allPeople)) {
      const peopleWithDept = chunk.filter(({ deptId }) => deptId !== null);
      // the sheet contains only the main department (`sn` 0); the other departments of the person stay
      await sql`delete from sys_user_unit where sn = 0 and user_id = any(${peopleWithDept.map(({ id }) => id)}::text[])`.execute(
        trx,
      );
      for (const { id, deptId, unitId } of peopleWithDept)
        await sql`insert into sys_user_unit (user_id, unit_id, dept_id, sn, post)
          select id, ${unitId}, ${deptId}, 0, post from sys_user where id = ${id}
          on conflict (user_id, unit_id, coalesce(dept_id, '')) do update set sn = 0, post = excluded.post`.execute(
          trx,
        );
      const peopleWithPost = chunk.filter(({ deptId, sheetPerson }) => deptId === null && sheetPerson.post !== '');
      await sql`update sys_user_unit m set post = p.post from sys_user p
        where p.id = m.user_id and m.dept_id = p.dept_id and p.id = any(${peopleWithPost.map(({ id }) => id)}::text[])`.execute(
        trx,
      );
      const roleRows = chunk.flatMap(({ id, newRoleCodes }) =>
        newRoleCodes.map((code) => ({ user_id: id, role_code: code })),
      );
      if (roleRows.length > 0)
        await trx
          .insertInto('sys_user_role')
          .values(roleRows)
          .onConflict((conflict) => conflict.columns(['user_id', 'role_code']).doUpdateSet({ is_derived: false }))
          .execute();
    }
    const posts = [...new Set(validRows.map(({ sheetPerson }) => sheetPerson.post).filter((post) => post !== ''))];
    if (posts.length > 0)
      await trx
        .insertInto('sys_post')
        .values(posts.map((name) => ({ id: newId(), name })))
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    refuseOwnRoles(
      user,
      (await directRoles(trx, user)).filter((code) => !rolesBefore.includes(code)),
    );
    await updateDerivedRoles(trx, user);
    await requireRemainingAdministrator(trx);
  });
  return {
    added: newPeople.length,
    changed: existingPeople.length,
    passwords: newPeople.map(({ sheetPerson, password }) => ({
      username: sheetPerson.username,
      name: sheetPerson.name,
      password,
    })),
  };
}
