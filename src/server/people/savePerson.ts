import { sql } from 'kysely';
import { hashPassword } from '../auth/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import {
  lockAdministrators,
  refusePrivilegeEscalation,
  refuseOwnRoles,
  requireRemainingAdministrator,
  updateDerivedRoles,
} from '../system/index.ts';
import { loadPersonForChange } from './listPeople.ts';
import { generateOneTimePassword } from './oneTimePassword.ts';

/**
 * Values of a person; in a change, absent values stay. `roles`: codes, as a list or joined by commas. `places`: the
 * departments besides the main department, each with the person's post.
 */
export interface PersonBody {
  username?: string;
  name?: string;
  deptId?: string | null;
  post?: string | null;
  phone?: string | null;
  email?: string | null;
  sn?: number | null;
  roles?: string | readonly string[] | null;
  places?: readonly { deptId?: string | null; post?: string | null }[] | null;
  revision?: string | null;
}

const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

export const USERNAME_PATTERN = /^[A-Za-z0-9][\w.@-]{1,31}$/;
export const USERNAME_RULE = '用户名为 2 到 32 位字母、数字或 . _ - @，以字母或数字开头';
const PHONE_PATTERN = /^[+\d][\d -]{4,19}$/;
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns the errors in a person's fields, as Chinese sentences; used by the save calls and the import. */
export function personErrors({ username, name, phone, email }: PersonBody): string[] {
  return [
    ...(username !== undefined && !USERNAME_PATTERN.test(username) ? [USERNAME_RULE] : []),
    ...(name !== undefined && (name.trim() === '' || name.length > 50) ? ['请填写姓名，最多 50 个字'] : []),
    ...(phone && !PHONE_PATTERN.test(phone) ? [`电话“${phone}”的格式不正确`] : []),
    ...(email && !EMAIL_PATTERN.test(email) ? [`邮箱“${email}”的格式不正确`] : []),
  ];
}

/**
 * Returns the id of the unit to which a department belongs. Refuses with REQUEST_INVALID an unknown department, and a
 * disabled department unless `mayBeDisabled`.
 */
export async function findUnitOfDept(trx: Trx, deptId: string, mayBeDisabled = false): Promise<string> {
  const { rows } = await sql<{ id: string; type: string; is_disabled: boolean; level: number }>`with recursive up as (
      select id, parent_id, type, is_disabled, 0 as level from sys_org where id = ${deptId}
      union all select o.id, o.parent_id, o.type, o.is_disabled, up.level + 1 from sys_org o join up on o.id = up.parent_id where up.level < 50
    ) select id, type, is_disabled, level from up order by level`.execute(trx);
  const [dept] = rows;
  if (!dept) throw invalid('部门不存在');
  if (dept.is_disabled && !mayBeDisabled) throw invalid('部门已停用，请选择在用的部门');
  const unit = rows.find(({ type }) => type === 'unit');
  if (!unit) throw invalid('部门不在任何单位之下');
  return unit.id;
}

const codesOf = (roles: PersonBody['roles']): string[] => [
  ...new Set((typeof roles === 'string' ? roles.split(',') : (roles ?? [])).map((code) => code.trim()).filter(Boolean)),
];

/** Refuses a user name that another person has; upper and lower case count as equal. */
async function requireUniqueUsername(trx: Trx, id: string | null, username: string): Promise<void> {
  const sameUsername = await trx
    .selectFrom('sys_user')
    .select('name')
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .$if(id !== null, (query) => query.where('id', '<>', id ?? ''))
    .executeTakeFirst();
  if (sameUsername) throw invalid(`用户名“${username}”已由${sameUsername.name}使用`);
}

/**
 * Stores the departments of a person: the main department first, then the others. Refuses a repeated department.
 * Refuses a disabled department unless the person already belongs to it. Otherwise a change such as a new phone number
 * would fail because of a department that was disabled later.
 */
async function writeDepts(
  trx: Trx,
  id: string,
  main: { deptId: string | null; post: string },
  otherDepts: readonly { deptId: string; post: string }[],
): Promise<void> {
  const depts = [...(main.deptId ? [{ deptId: main.deptId, post: main.post }] : []), ...otherDepts];
  if (new Set(depts.map(({ deptId }) => deptId)).size < depts.length) throw invalid('同一部门只能任一个岗位，请勿重复');
  const rows: { user_id: string; unit_id: string; dept_id: string; sn: number; post: string }[] = [];
  const storedDepts = await trx.selectFrom('sys_user_unit').select('dept_id').where('user_id', '=', id).execute();
  for (const { deptId, post } of depts) {
    const isStored = storedDepts.some(({ dept_id }) => dept_id === deptId);
    const unitId = await findUnitOfDept(trx, deptId, isStored);
    rows.push({ user_id: id, unit_id: unitId, dept_id: deptId, sn: rows.length, post });
  }
  await sql`delete from sys_user_unit m where m.user_id = ${id} and not exists (
    select 1 from unnest(${rows.map((row) => row.unit_id)}::text[], ${rows.map((row) => row.dept_id)}::text[]) as kept (unit_id, dept_id)
    where kept.unit_id = m.unit_id and kept.dept_id = m.dept_id)`.execute(trx);
  for (const row of rows)
    await sql`insert into sys_user_unit (user_id, unit_id, dept_id, sn, post) values (${row.user_id}, ${row.unit_id}, ${row.dept_id}, ${row.sn}, ${row.post})
      on conflict (user_id, unit_id, coalesce(dept_id, '')) do update set sn = excluded.sn, post = excluded.post
      where (sys_user_unit.sn, sys_user_unit.post) is distinct from (excluded.sn, excluded.post)`.execute(trx);
  await trx
    .updateTable('sys_user')
    .set({ dept_id: rows[0]?.dept_id ?? null, unit_id: rows[0]?.unit_id ?? null })
    .where('id', '=', id)
    .execute();
}

/** Sets the directly granted roles of a person; roles held through a department, post or group are unaffected. */
export async function writeRoles(
  trx: Trx,
  user: RequestUser,
  id: string,
  grantedCodes: readonly string[],
): Promise<void> {
  const existingRoles = await trx
    .selectFrom('sys_role')
    .select('code')
    .where('code', 'in', [...grantedCodes, ''])
    .execute();
  const unknownCode = grantedCodes.find((code) => !existingRoles.some((role) => role.code === code));
  if (unknownCode !== undefined) throw invalid(`角色“${unknownCode}”不存在`);
  const currentRoles = await trx
    .selectFrom('sys_user_role')
    .select('role_code')
    .where('user_id', '=', id)
    .where('is_derived', '=', false)
    .execute();
  const currentCodes = currentRoles.map(({ role_code }) => role_code);
  if (id === user.id)
    refuseOwnRoles(
      user,
      grantedCodes.filter((code) => !currentCodes.includes(code)),
    );
  await refusePrivilegeEscalation(trx, user, {
    roles: [
      ...grantedCodes.filter((code) => !currentCodes.includes(code)),
      ...currentCodes.filter((code) => !grantedCodes.includes(code)),
    ],
  });
  const revokedCodes = currentCodes.filter((code) => !grantedCodes.includes(code));
  if (revokedCodes.length > 0)
    await trx.deleteFrom('sys_user_role').where('user_id', '=', id).where('role_code', 'in', revokedCodes).execute();
  for (const code of grantedCodes.filter((granted) => !currentCodes.includes(granted)))
    await trx
      .insertInto('sys_user_role')
      .values({ user_id: id, role_code: code })
      .onConflict((conflict) => conflict.columns(['user_id', 'role_code']).doUpdateSet({ is_derived: false }))
      .execute();
}

/** Returns the departments besides the main department; entries without a department are left out. */
const otherDeptsOf = (places: PersonBody['places']): { deptId: string; post: string }[] =>
  (places ?? []).flatMap(({ deptId, post }) => (deptId ? [{ deptId, post: post?.trim() ?? '' }] : []));

/** Adds posts that do not exist yet to the list of posts, so that they can be selected later. */
async function addMissingPosts(trx: Trx, names: readonly string[]): Promise<void> {
  const posts = [...new Set(names.filter((name) => name !== ''))];
  if (posts.length > 0)
    await trx
      .insertInto('sys_post')
      .values(posts.map((name) => ({ id: newId(), name })))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
}

export interface AddedPerson {
  id: string;
  username: string;
  name: string;
  /** One-time password, only in this answer; it must be changed at the first sign-in. */
  password: string;
}

/**
 * Adds a person with a one-time password, valid until `validUntil` (null: no expiry). Refuses with REQUEST_INVALID and
 * 403.
 */
export async function addPerson(
  trx: Trx,
  user: RequestUser,
  body: PersonBody,
  validUntil: Date | null,
): Promise<AddedPerson> {
  const username = body.username?.trim() ?? '';
  const name = body.name?.trim() ?? '';
  const phone = body.phone?.trim() ?? '';
  const email = body.email?.trim() ?? '';
  const [errorText] = personErrors({ username, name, phone, email });
  if (errorText) throw invalid(errorText);
  await requireUniqueUsername(trx, null, username);
  const id = newId();
  const password = generateOneTimePassword();
  const post = body.post?.trim() ?? '';
  const otherDepts = otherDeptsOf(body.places);
  await trx
    .insertInto('sys_user')
    .values({
      id,
      username,
      name,
      password_hash: await hashPassword(password),
      dept_id: null,
      unit_id: null,
      post,
      photo_id: null,
      phone,
      email,
      sn: body.sn ?? 0,
      must_change_password: true,
      one_time_until: validUntil,
    })
    .execute();
  await writeDepts(trx, id, { deptId: body.deptId || null, post }, otherDepts);
  await writeRoles(trx, user, id, codesOf(body.roles));
  await addMissingPosts(trx, [post, ...otherDepts.map((place) => place.post)]);
  await updateDerivedRoles(trx, user, id);
  return { id, username, name, password };
}

/**
 * Changes the values given in the body and returns the new revision. Refuses with 404, USER_STALE, LAST_ADMIN,
 * REQUEST_INVALID and 403.
 */
export async function changePerson(trx: Trx, user: RequestUser, id: string, body: PersonBody): Promise<string> {
  await lockAdministrators(trx);
  const stored = await trx.selectFrom('sys_user').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  const storedDetail = stored && (await loadPersonForChange(trx, id));
  if (!stored || !storedDetail) throw new Refusal('404');
  if (body.revision && storedDetail.revision !== body.revision) throw new Refusal('USER_STALE');
  await refusePrivilegeEscalation(trx, user, { userId: id });
  const username = body.username?.trim() ?? stored.username;
  const name = body.name?.trim() ?? stored.name;
  const phone = body.phone === undefined ? undefined : (body.phone?.trim() ?? '');
  const email = body.email === undefined ? undefined : (body.email?.trim() ?? '');
  const [errorText] = personErrors({
    name,
    phone: phone ?? null,
    email: email ?? null,
    ...(username === stored.username ? {} : { username }),
  });
  if (errorText) throw invalid(errorText);
  if (username !== stored.username) await requireUniqueUsername(trx, id, username);
  const post = body.post === undefined ? stored.post : (body.post?.trim() ?? '');
  await trx
    .updateTable('sys_user')
    .set({
      username,
      name,
      post,
      phone: phone ?? stored.phone,
      email: email ?? stored.email,
      sn: body.sn ?? stored.sn,
    })
    .where('id', '=', id)
    .execute();
  const deptId = body.deptId === undefined ? stored.dept_id : body.deptId || null;
  const otherDepts = body.places === undefined ? storedDetail.places : otherDeptsOf(body.places);
  if (deptId !== stored.dept_id || post !== stored.post || body.places !== undefined)
    await writeDepts(trx, id, { deptId, post }, otherDepts);
  if (body.roles !== undefined) await writeRoles(trx, user, id, codesOf(body.roles));
  await addMissingPosts(trx, [post, ...otherDepts.map((place) => place.post)]);
  await updateDerivedRoles(trx, user, id);
  await requireRemainingAdministrator(trx);
  return (await loadPersonForChange(trx, id))?.revision ?? '';
}
