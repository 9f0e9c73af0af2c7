import { sql, type Kysely, type SqlBool } from 'kysely';
import type { Page } from '../http/envelope.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { findFormsWithFieldsHiddenFromRole, recomputeTitlesForRoles } from '../records/index.ts';
import type { Database } from '../store/database.ts';
import { textHash } from '../store/textHash.ts';
import type { Trx } from '../store/transaction.ts';
import { PERMISSIONS } from './permissions.ts';
import { copyToRecycleBin } from '../recycleBin/index.ts';

/**
 * A role as administrators see it. `holders`: the number of enabled accounts with the role. `isBuiltIn`: true if the
 * product refers to the role's code, so that the role cannot be removed.
 */
export interface RoleRow {
  code: string;
  name: string;
  note: string;
  sn: number;
  permissions: string[];
  holders: number;
  scope: string;
  isBuiltIn: boolean;
  revision: string;
}

/** The codes of the roles to which the product refers. */
const BUILT_IN_CODES: readonly string[] = ['admin', 'superRole'];

const invalid = (detail: string): Refusal => new Refusal('REQUEST_INVALID', { detail });

/** Returns the query of roles with their holders and their data scope for all forms (`RoleRow`). */
const selectRoles = (db: Kysely<Database>) =>
  db
    .selectFrom('sys_role as r')
    .select([
      'r.code',
      'r.name',
      'r.note',
      'r.sn',
      'r.permissions',
      sql<number>`(select count(*)::integer from sys_user_role h join sys_user u on u.id = h.user_id where h.role_code = r.code and not u.is_disabled)`.as(
        'holders',
      ),
      sql<string>`coalesce((select s.scope from sys_role_scope s where s.role_code = r.code and s.form_key = ''), 'self')`.as(
        'scope',
      ),
    ]);

/** Adds to a row whether the role is built in, and its revision. */
const toRoleRow = (row: Omit<RoleRow, 'isBuiltIn' | 'revision'>): RoleRow => ({
  ...row,
  isBuiltIn: BUILT_IN_CODES.includes(row.code),
  revision: textHash(JSON.stringify([row.name, row.note, row.sn, row.permissions])),
});

/** Returns one page of the roles with the keyword in their name or code. */
export async function listRoles(
  db: Kysely<Database>,
  keyword: string,
  { pageNum, pageSize }: Page,
): Promise<{ rows: RoleRow[]; total: number }> {
  const like = `%${keyword.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const matches = selectRoles(db).where(sql<SqlBool>`(r.name ilike ${like} or r.code ilike ${like})`);
  const allRoles = await matches.orderBy('r.sn').orderBy('r.code').execute();
  return { rows: allRoles.slice((pageNum - 1) * pageSize, pageNum * pageSize).map(toRoleRow), total: allRoles.length };
}

/** Returns a role; undefined if there is none with this code. */
export async function roleByCode(db: Kysely<Database>, code: string): Promise<RoleRow | undefined> {
  const row = await selectRoles(db).where('r.code', '=', code).executeTakeFirst();
  return row && toRoleRow(row);
}

/** The body of a request that adds, changes or copies a role. */
export interface RoleBody {
  code?: string | null;
  name: string;
  note?: string | null;
  sn?: number | null;
  permissions?: string | readonly string[] | null;
  revision?: string | null;
}

/** Returns permission codes as a sorted list. Refuses unknown codes with REQUEST_INVALID. */
export function validPermissions(input: RoleBody['permissions']): string[] {
  const codes = [...new Set((typeof input === 'string' ? input.split(',') : (input ?? [])).filter(Boolean))].sort();
  const unknownCode = codes.find(
    (code) => code !== '*:*:*' && !PERMISSIONS.some((permission) => permission.code === code),
  );
  if (unknownCode !== undefined) throw invalid(`没有权限“${unknownCode}”`);
  return codes;
}

/** Lets no other transaction change roles until this transaction ends. */
const lockRoles = (trx: Trx): Promise<unknown> => sql`lock table sys_role in share row exclusive mode`.execute(trx);

/** Refuses with REQUEST_INVALID a name that another role has. `code`: the role itself; null for a new role. */
async function requireUniqueName(trx: Trx, code: string | null, name: string): Promise<void> {
  const roleWithName = await trx
    .selectFrom('sys_role')
    .select('code')
    .where('name', '=', name)
    .$if(code !== null, (query) => query.where('code', '<>', code ?? ''))
    .executeTakeFirst();
  if (roleWithName) throw invalid(`角色名称“${name}”已存在`);
}

/**
 * Adds a role. Its members read only their own records until the role gets a data scope. Refuses with REQUEST_INVALID a
 * code or a name of another role, and an unknown permission.
 */
export async function addRole(trx: Trx, body: RoleBody & { code: string }): Promise<void> {
  await lockRoles(trx);
  const { code, name } = body;
  const roleWithCode = await trx.selectFrom('sys_role').select('code').where('code', '=', code).executeTakeFirst();
  if (roleWithCode) throw invalid(`角色编码“${code}”已存在`);
  await requireUniqueName(trx, null, name.trim());
  await trx
    .insertInto('sys_role')
    .values({
      code,
      name: name.trim(),
      note: body.note ?? '',
      sn: body.sn ?? 0,
      permissions: JSON.stringify(validPermissions(body.permissions)),
    })
    .execute();
}

/**
 * Changes a role. Refuses with 404 an unknown role, with ROLE_STALE if the role has changed since the person read it,
 * and with REQUEST_INVALID a name of another role and an unknown permission.
 */
export async function changeRole(trx: Trx, code: string, body: Omit<RoleBody, 'code'>): Promise<void> {
  await lockRoles(trx);
  const before = await roleByCode(trx, code);
  if (!before) throw new Refusal('404');
  if (body.revision && body.revision !== before.revision) throw new Refusal('ROLE_STALE');
  await requireUniqueName(trx, code, body.name.trim());
  await trx
    .updateTable('sys_role')
    .set({
      name: body.name.trim(),
      note: body.note ?? before.note,
      sn: body.sn ?? before.sn,
      ...(body.permissions === undefined || code === 'admin'
        ? {}
        : { permissions: JSON.stringify(validPermissions(body.permissions)) }),
    })
    .where('code', '=', code)
    .execute();
}

/**
 * Adds a role with the permissions, menu entries, scopes and form rights of another role, without members. Refuses with
 * 404 an unknown `from`, with REQUEST_INVALID a copy of `admin`, and like `addRole`.
 */
export async function copyRole(trx: Trx, from: string, body: RoleBody & { code: string }): Promise<void> {
  const source = await roleByCode(trx, from);
  if (!source) throw new Refusal('404');
  if (from === 'admin') throw invalid('系统管理员拥有全部权限，不能复制；请新增角色后按需授权');
  await addRole(trx, { ...body, permissions: source.permissions });
  await sql`insert into sys_role_scope (role_code, form_key, scope, dept_ids) select ${body.code}, form_key, scope, dept_ids from sys_role_scope where role_code = ${from}`.execute(
    trx,
  );
  await sql`insert into sys_role_form (role_code, form_key, rights, hidden, locked) select ${body.code}, form_key, rights, hidden, locked from sys_role_form where role_code = ${from}`.execute(
    trx,
  );
  await sql`update sys_menu set roles = roles || to_jsonb(${body.code}::text), is_changed = true where roles ? ${from}`.execute(
    trx,
  );
}

/**
 * Removes a role that no enabled account holds and that no published process uses. Refuses with 404, IN_USE, and
 * REQUEST_INVALID for a built-in role. Recomputes titles and search texts, so that they contain the fields that were
 * hidden only from this role.
 */
export async function removeRole(context: ServerContext, trx: Trx, code: string): Promise<void> {
  await lockRoles(trx);
  const role = await roleByCode(trx, code);
  if (!role) throw new Refusal('404');
  if (role.isBuiltIn) throw invalid(`“${role.name}”是系统角色，不能删除`);
  if (role.holders > 0) throw new Refusal('IN_USE', { name: role.name, what: `${role.holders} 位成员` });
  const { rows: flows } = await sql<{ name: string }>`select d.name from doc_reference r
    join doc_document d on d.kind = r.kind and d.doc_key = r.doc_key
    where r.kind = 'flow' and r.state = 'published' and r.to_kind = 'role' and r.to_name = ${code} limit 1`.execute(
    trx,
  );
  if (flows[0]) throw new Refusal('IN_USE', { name: role.name, what: `引用它的流程“${flows[0].name}”` });
  const { rows: menus } = await sql<{ id: string }>`select id from sys_menu where roles ? ${code}`.execute(trx);
  const isOfRole = sql<SqlBool>`t.role_code = ${code}`;
  await copyToRecycleBin(trx, {
    kind: 'role',
    key: code,
    name: role.name,
    rowsByTable: [
      { table: 'sys_role', where: sql<SqlBool>`t.code = ${code}` },
      { table: 'sys_role_form', where: isOfRole },
      { table: 'sys_role_scope', where: isOfRole },
      { table: 'sys_role_member', where: isOfRole },
    ],
    restoreData: { menuIds: menus.map(({ id }) => id) },
  });
  await sql`update sys_menu set roles = roles - ${code}::text, is_changed = true where roles ? ${code} and jsonb_array_length(roles) > 1`.execute(
    trx,
  );
  // a menu entry visible only to this role becomes visible to administrators; without any role everybody would see it
  await sql`update sys_menu set roles = '["admin"]', is_changed = true where roles ? ${code}`.execute(trx);
  const formKeys = await findFormsWithFieldsHiddenFromRole(trx, code);
  await trx.deleteFrom('sys_role_form').where('role_code', '=', code).execute();
  await trx.deleteFrom('sys_user_role').where('role_code', '=', code).execute();
  await trx.deleteFrom('sys_role').where('code', '=', code).execute();
  for (const formKey of formKeys) await recomputeTitlesForRoles(context, trx, formKey);
}
