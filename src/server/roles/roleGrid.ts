import { sql, type Kysely } from 'kysely';
import { EVERYBODY, FORM_RIGHTS, type FormRight } from '../../rules/formRights.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { recomputeTitlesForRoles } from '../records/index.ts';
import type { Database } from '../store/database.ts';
import { textHash } from '../store/textHash.ts';
import type { Trx } from '../store/transaction.ts';
import { requireRestrictableFields } from './restrictableFields.ts';
import { validPermissions } from './manageRoles.ts';
import { PERMISSIONS, type Permission } from './permissions.ts';

/** The rights of a role on one form. */
interface GridForm {
  formKey: string;
  formName: string;
  /**
   * True: only the grid decides. False: the form's own `access` applies until its rights are first saved in the grid.
   */
  isRuled: boolean;
  /** The rights of the role on the records of the form. */
  rights: FormRight[];
  /** Fields that the role may not see; `table.column` for a column. */
  hidden: string[];
  /** Fields that the role may see but not change; `table.column` for a column. */
  locked: string[];
}

/**
 * The permissions of one role: menu entries, rights by form, and buttons. `revision`: a save with an outdated revision
 * is refused.
 */
export interface RoleGrid {
  code: string;
  name: string;
  /** Menu entries. `isForAll`: everybody sees the entry. `isOn`: the role sees it. */
  menus: { id: string; parentId: string | null; title: string; isForAll: boolean; isOn: boolean }[];
  forms: GridForm[];
  /** All permissions that can be granted; each permission is for a button of a page. */
  buttons: readonly Permission[];
  /** Codes of the permissions that the role has. */
  permissions: string[];
  revision: string;
}

/** Returns the name and permissions of a role. Refuses with 404 an unknown role. */
async function roleOf(db: Kysely<Database>, code: string): Promise<{ name: string; permissions: string[] }> {
  if (code === EVERYBODY) return { name: '所有人', permissions: [] };
  const role = await db
    .selectFrom('sys_role')
    .select(['name', 'permissions'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (!role) throw new Refusal('404');
  return role;
}

/** Loads the grid of a role. Refuses with 404 an unknown role. */
export async function loadRoleGrid(db: Kysely<Database>, code: string): Promise<RoleGrid> {
  const { name, permissions } = await roleOf(db, code);
  const { rows: menus } = await sql<{ id: string; parent_id: string | null; title: string; roles: string[] | null }>`
    select id, parent_id, coalesce(item -> 'meta' ->> 'title', item ->> 'name', id) as title, roles from sys_menu
    where not is_removed and coalesce(item ->> 'hidden', 'false') <> 'true' order by coalesce(place, sn), id`.execute(
    db,
  );
  const { rows: forms } = await sql<{
    form_key: string;
    name: string;
    is_ruled: boolean;
    rights: FormRight[] | null;
    hidden: string[] | null;
    locked: string[] | null;
  }>`
    select d.doc_key as form_key, d.name, g.form_key is not null as is_ruled, f.rights, f.hidden, f.locked from doc_document d
    left join sys_form_grid g on g.form_key = d.doc_key left join sys_role_form f on f.form_key = d.doc_key and f.role_code = ${code}
    where d.kind = 'form' and d.published_version is not null order by d.name, d.doc_key`.execute(db);
  const grid = {
    code,
    name,
    buttons: PERMISSIONS,
    permissions,
    menus: menus.map(({ id, parent_id, title, roles }) => ({
      id,
      parentId: parent_id,
      title,
      isForAll: roles === null,
      isOn: roles === null || roles.includes(code),
    })),
    forms: forms.map(({ form_key, name: formName, is_ruled, rights, hidden, locked }) => ({
      formKey: form_key,
      formName,
      isRuled: is_ruled,
      rights: FORM_RIGHTS.filter((right) => rights?.includes(right)),
      hidden: hidden ?? [],
      locked: locked ?? [],
    })),
  };
  const revisionContent = [grid.menus.map(({ id, isOn }) => [id, isOn]), grid.forms, [...permissions].sort()];
  return { ...grid, revision: textHash(JSON.stringify(revisionContent)) };
}

/** The changed permissions of a role. `revision`: the revision of the grid that the person saw. */
export interface GridChange {
  code: string;
  revision?: string | null;
  /** Menu entries that the role sees; absent: unchanged. */
  menuIds?: readonly string[] | null;
  /** Codes of the permissions that the role has; absent: unchanged. */
  permissions?: readonly string[] | null;
  forms?:
    | readonly {
        formKey: string;
        /**
         * Absent: unchanged. After rights of a form are saved once, only the grid decides its rights, for all roles.
         */
        rights?: readonly FormRight[] | null;
        /** Fields that the role may not see or not change; absent: unchanged. */
        hidden?: readonly string[] | null;
        locked?: readonly string[] | null;
      }[]
    | null;
}

/** Grants and revokes menu entries for a role, except entries that everybody sees. */
async function saveMenus(trx: Trx, code: string, entries: RoleGrid['menus'], menuIds: readonly string[]) {
  for (const entry of entries.filter(({ isForAll }) => !isForAll)) {
    const isOn = menuIds.includes(entry.id);
    if (isOn === entry.isOn) continue;
    await (
      isOn
        ? sql`update sys_menu set roles = roles || to_jsonb(${code}::text), is_changed = true where id = ${entry.id}`
        : // when no role is left, the entry becomes visible to administrators only
          sql`update sys_menu set roles = case when roles - ${code}::text = '[]'::jsonb then '["admin"]'::jsonb else roles - ${code}::text end, is_changed = true where id = ${entry.id}`
    ).execute(trx);
  }
}

/**
 * Writes the changes. Refuses with 404 an unknown role or form, with ROLE_STALE an outdated revision, and with
 * REQUEST_INVALID a field that the form does not have. When hidden fields change, titles and search texts of the form's
 * records are recomputed without them.
 */
export async function saveRoleGrid(
  context: ServerContext,
  trx: Trx,
  savedBy: string,
  { code, revision, menuIds, permissions, forms }: GridChange,
): Promise<void> {
  await sql`lock table sys_role_form in share row exclusive mode`.execute(trx);
  const before = await loadRoleGrid(trx, code);
  if (revision && before.revision !== revision) throw new Refusal('ROLE_STALE');
  if (menuIds && code !== EVERYBODY) await saveMenus(trx, code, before.menus, menuIds);
  if (permissions && code !== EVERYBODY)
    await trx
      .updateTable('sys_role')
      .set({ permissions: JSON.stringify(validPermissions(permissions)) })
      .where('code', '=', code)
      .execute();
  for (const { formKey, rights, hidden, locked } of forms ?? []) {
    const form = before.forms.find((gridForm) => gridForm.formKey === formKey);
    if (!form) throw new Refusal('404');
    if (rights)
      await trx
        .insertInto('sys_form_grid')
        .values({ form_key: formKey, filled_by: savedBy })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const restrictedFields = {
      hidden: [...new Set(hidden ?? form.hidden)].sort(),
      locked: [...new Set(locked ?? form.locked)].sort(),
    };
    // fields that a newer version of the form does not have keep their restriction, in case a later version has them
    // again
    const fieldsRestrictedBefore = new Set([...form.hidden, ...form.locked]);
    const newlyRestrictedFields = [...restrictedFields.hidden, ...restrictedFields.locked].filter(
      (key) => !fieldsRestrictedBefore.has(key),
    );
    if (newlyRestrictedFields.length > 0) await requireRestrictableFields(context, trx, formKey, newlyRestrictedFields);
    await saveFormRights(trx, code, formKey, {
      rights: rights ? FORM_RIGHTS.filter((right) => rights.includes(right)) : form.rights,
      ...restrictedFields,
    });
    if (JSON.stringify(restrictedFields.hidden) !== JSON.stringify(form.hidden))
      await recomputeTitlesForRoles(context, trx, formKey);
  }
}

/** Stores the rights of a role on a form. Deletes the row if the role has neither rights nor restricted fields. */
async function saveFormRights(
  trx: Trx,
  code: string,
  formKey: string,
  { rights, hidden, locked }: Pick<GridForm, 'rights' | 'hidden' | 'locked'>,
): Promise<void> {
  if (rights.length + hidden.length + locked.length === 0)
    return void (await trx
      .deleteFrom('sys_role_form')
      .where('role_code', '=', code)
      .where('form_key', '=', formKey)
      .execute());
  const columns = {
    rights: JSON.stringify(rights),
    hidden: JSON.stringify(hidden),
    locked: JSON.stringify(locked),
  };
  await trx
    .insertInto('sys_role_form')
    .values({ role_code: code, form_key: formKey, ...columns })
    .onConflict((conflict) => conflict.columns(['role_code', 'form_key']).doUpdateSet(columns))
    .execute();
}
