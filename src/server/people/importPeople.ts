import { sql } from 'kysely';
import { hashRandomPassword } from '../auth/index.ts';
import type { ServerContext } from '../context.ts';
import type { Db } from '../store/database.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { Trx } from '../store/transaction.ts';
import { newId } from '../store/id.ts';
import { lockAdministrators, refuseOwnRoles, requireAdministrator, spreadRoles } from '../system/index.ts';
import type { SheetPerson } from './importSheet.ts';
import { oneTimePassword, oneTimeUntil } from './oneTimePassword.ts';
import { personFaults } from './savePerson.ts';

/** A row that can be taken in. `id`: of the person that it changes, null for a new one. */
interface GoodRow {
  row: SheetPerson;
  id: string | null;
  deptId: string | null;
  unitId: string | null;
  roles: string[];
}
export interface BadRow {
  row: number;
  name: string;
  message: string;
}
export interface Checked {
  good: GoodRow[];
  bad: BadRow[];
}

interface Org {
  id: string;
  parent_id: string | null;
  name: string;
  type: 'unit' | 'dept';
}

/** Finds departments by what a sheet says: a name, a path with slashes, beside it the unit's name. */
function deptFinder(orgs: readonly Org[]): (unit: string, dept: string) => { deptId: string; unitId: string } | string {
  const byId = new Map(orgs.map((org) => [org.id, org]));
  const byName = new Map<string, Org[]>();
  for (const org of orgs) byName.set(org.name, [...(byName.get(org.name) ?? []), org]);
  const unitOf = (org: Org): Org | undefined => {
    for (let at: Org | undefined = org, depth = 0; at && depth < 50; at = byId.get(at.parent_id ?? ''), depth += 1)
      if (at.type === 'unit') return at;
    return undefined;
  };
  const isUnder = (org: Org, path: readonly string[]): boolean => {
    let at = byId.get(org.parent_id ?? '');
    for (const name of [...path].reverse()) {
      while (at && at.name !== name) at = byId.get(at.parent_id ?? '');
      if (!at) return false;
      at = byId.get(at.parent_id ?? '');
    }
    return true;
  };
  return (unit, dept) => {
    const path = dept
      .split(/[/／]/)
      .map((part) => part.trim())
      .filter(Boolean);
    const name = path.at(-1) ?? '';
    const found = (byName.get(name) ?? []).filter(
      (org) => org.type === 'dept' && isUnder(org, path.slice(0, -1)) && (unit === '' || unitOf(org)?.name === unit),
    );
    const [only, ...others] = found;
    if (!only) return unit === '' ? `没有部门“${dept}”` : `“${unit}”没有部门“${dept}”`;
    if (others.length > 0) return `部门“${dept}”有 ${found.length} 个，请填写单位或完整路径（上级/部门）`;
    const own = unitOf(only);
    return own ? { deptId: only.id, unitId: own.id } : `部门“${dept}”不在任何单位之下`;
  };
}

/** Judges every row against the organisation, the roles and the people there are. Nothing is stored. */
export async function checkPeople(db: Db, user: RequestUser, rows: readonly SheetPerson[]): Promise<Checked> {
  const orgs = await db
    .selectFrom('sys_org')
    .select(['id', 'parent_id', 'name', 'type'])
    .where('is_disabled', '=', false)
    .execute();
  const roles = await db.selectFrom('sys_role').select(['code', 'name', 'permissions']).execute();
  const people = await db.selectFrom('sys_user').select(['id', 'username']).execute();
  const idOf = new Map(people.map(({ id, username }) => [username.toLowerCase(), id]));
  const admins = new Set(
    (await db.selectFrom('sys_user_role').select('user_id').where('role_code', '=', 'admin').execute()).map(
      ({ user_id }) => user_id,
    ),
  );
  const find = deptFinder(orgs);
  const units = new Set(orgs.filter(({ type }) => type === 'unit').map(({ name }) => name));
  const seen = new Map<string, number>();
  const checked: Checked = { good: [], bad: [] };
  for (const row of rows) {
    const faults = personFaults({ username: row.username, name: row.name, phone: row.phone, email: row.email });
    const key = row.username.toLowerCase();
    const first = seen.get(key);
    if (first !== undefined) faults.push(`用户名与第 ${first} 行重复`);
    else seen.set(key, row.row);
    if (row.sn !== '' && !/^\d{1,6}$/.test(row.sn)) faults.push('排序应为整数');
    if (row.unit !== '' && !units.has(row.unit)) faults.push(`没有单位“${row.unit}”`);
    let place: { deptId: string; unitId: string } | null = null;
    if (row.dept !== '') {
      const found = find(units.has(row.unit) ? row.unit : '', row.dept);
      if (typeof found === 'string') faults.push(found);
      else place = found;
    } else if (row.unit !== '') faults.push('填写了单位时请同时填写部门');
    const codes: string[] = [];
    for (const name of row.roles
      .split(/[、,，;；]/)
      .map((part) => part.trim())
      .filter(Boolean)) {
      const role = roles.find((one) => one.name === name || one.code === name);
      if (!role) faults.push(`没有角色“${name}”`);
      else if (
        !isAdmin(user) &&
        (role.code === 'admin' || role.permissions.some((one) => !user.permissions.includes(one)))
      )
        faults.push(`您不能授予角色“${role.name}”`);
      else codes.push(role.code);
    }
    const id = idOf.get(key) ?? null;
    if (id !== null && admins.has(id) && !isAdmin(user)) faults.push('您不能修改系统管理员');
    if (faults.length > 0) checked.bad.push({ row: row.row, name: row.name, message: faults.join('；') });
    else checked.good.push({ row, id, deptId: place?.deptId ?? null, unitId: place?.unitId ?? null, roles: codes });
  }
  return checked;
}

const CHUNK = 500;
const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_none, at) => items.slice(at * CHUNK, (at + 1) * CHUNK));

export interface NewPassword {
  username: string;
  name: string;
  password: string;
}

/** Roles that this person was given by hand. */
const ownRoles = async (trx: Trx, { id }: RequestUser): Promise<string[]> =>
  (
    await trx
      .selectFrom('sys_user_role')
      .select('role_code')
      .where('user_id', '=', id)
      .where('is_derived', '=', false)
      .execute()
  ).map(({ role_code }) => role_code);

/** Takes the good rows in, all or none. Blank cells of a known person leave what is stored. Answers the new people's passwords. */
export async function importPeople(
  { db, settings }: ServerContext,
  user: RequestUser,
  { good }: Checked,
): Promise<{ added: number; changed: number; passwords: NewPassword[] }> {
  const fresh: (GoodRow & { newId: string; password: string; hash: string })[] = [];
  for (const one of good.filter(({ id }) => id === null)) {
    const password = oneTimePassword();
    fresh.push({ ...one, newId: newId(), password, hash: await hashRandomPassword(password) });
  }
  const until = await oneTimeUntil(db, settings);
  const known = good.filter((one): one is GoodRow & { id: string } => one.id !== null);
  await db.transaction().execute(async (trx) => {
    await lockAdministrators(trx);
    const before = await ownRoles(trx, user);
    for (const some of chunks(fresh)) {
      await trx
        .insertInto('sys_user')
        .values(
          some.map(({ row, newId: id, hash, deptId, unitId }) => ({
            id,
            username: row.username,
            name: row.name,
            password_hash: hash,
            dept_id: deptId,
            unit_id: unitId,
            post: row.post,
            photo_id: null,
            phone: row.phone,
            email: row.email,
            sn: Number(row.sn || '0'),
            must_change_password: true,
            one_time_until: until,
          })),
        )
        .execute();
    }
    for (const { row, id, deptId, unitId } of known)
      await trx
        .updateTable('sys_user')
        .set({
          name: row.name,
          ...(deptId ? { dept_id: deptId, unit_id: unitId } : {}),
          ...(row.post === '' ? {} : { post: row.post }),
          ...(row.phone === '' ? {} : { phone: row.phone }),
          ...(row.email === '' ? {} : { email: row.email }),
          ...(row.sn === '' ? {} : { sn: Number(row.sn) }),
        })
        .where('id', '=', id)
        .execute();
    const all = [...fresh.map((one) => ({ ...one, id: one.newId })), ...known];
    for (const some of chunks(all)) {
      const placed = some.filter(({ deptId }) => deptId !== null);
      // the sheet says the main place; further ones stay
      await sql`delete from sys_user_unit where sn = 0 and user_id = any(${placed.map(({ id }) => id)}::text[])`.execute(
        trx,
      );
      for (const { id, deptId, unitId, row } of placed)
        await sql`insert into sys_user_unit (user_id, unit_id, dept_id, sn, post) values (${id}, ${unitId}, ${deptId}, 0, ${row.post})
          on conflict (user_id, unit_id, coalesce(dept_id, '')) do update set sn = 0, post = case when excluded.post = '' then sys_user_unit.post else excluded.post end`.execute(
          trx,
        );
      const held = some.flatMap(({ id, roles }) => roles.map((code) => ({ user_id: id, role_code: code })));
      if (held.length > 0)
        await trx
          .insertInto('sys_user_role')
          .values(held)
          .onConflict((conflict) => conflict.columns(['user_id', 'role_code']).doUpdateSet({ is_derived: false }))
          .execute();
    }
    const posts = [...new Set(good.map(({ row }) => row.post).filter((post) => post !== ''))];
    if (posts.length > 0)
      await trx
        .insertInto('sys_post')
        .values(posts.map((name) => ({ id: newId(), name })))
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    refuseOwnRoles(
      user,
      (await ownRoles(trx, user)).filter((code) => !before.includes(code)),
    );
    await spreadRoles(trx, user);
    await requireAdministrator(trx);
  });
  return {
    added: fresh.length,
    changed: known.length,
    passwords: fresh.map(({ row, password }) => ({ username: row.username, name: row.name, password })),
  };
}
