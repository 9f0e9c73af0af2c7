import { sql, type Kysely } from 'kysely';
import { EVERYBODY, FORM_RIGHTS, type FormRight } from '../../rules/formRights.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database } from '../store/database.ts';
import { textHash } from '../store/textHash.ts';
import type { Trx } from '../store/transaction.ts';

/** What one role may open and do: entries of the menu, and rights by form. `revision`: the state that a save must still meet. */
export interface RoleGrid {
  code: string;
  name: string;
  menus: { id: string; parentId: string | null; title: string; isForAll: boolean; isOn: boolean }[];
  /** `isRuled`: the grid alone decides; else the form was published before and goes by its own `access` until it is set here. */
  forms: { formKey: string; formName: string; isRuled: boolean; rights: FormRight[] }[];
  revision: string;
}

async function nameOf(db: Kysely<Database>, code: string): Promise<string> {
  if (code === EVERYBODY) return '所有人';
  const role = await db.selectFrom('sys_role').select('name').where('code', '=', code).executeTakeFirst();
  if (!role) throw new Refusal('404');
  return role.name;
}

export async function roleGrid(db: Kysely<Database>, code: string): Promise<RoleGrid> {
  const name = await nameOf(db, code);
  const { rows: menus } = await sql<{ id: string; parent_id: string | null; title: string; roles: string[] | null }>`
    select id, parent_id, coalesce(item -> 'meta' ->> 'title', item ->> 'name', id) as title, roles from sys_menu
    where not is_removed and coalesce(item ->> 'hidden', 'false') <> 'true' order by coalesce(place, sn), id`.execute(
    db,
  );
  const { rows: forms } = await sql<{ form_key: string; name: string; is_ruled: boolean; rights: FormRight[] | null }>`
    select d.doc_key as form_key, d.name, g.form_key is not null as is_ruled, f.rights from doc_document d
    left join sys_form_grid g on g.form_key = d.doc_key left join sys_role_form f on f.form_key = d.doc_key and f.role_code = ${code}
    where d.kind = 'form' and d.published_version is not null order by d.name, d.doc_key`.execute(db);
  const grid = {
    code,
    name,
    menus: menus.map(({ id, parent_id, title, roles }) => ({
      id,
      parentId: parent_id,
      title,
      isForAll: roles === null,
      isOn: roles === null || roles.includes(code),
    })),
    forms: forms.map(({ form_key, name: formName, is_ruled, rights }) => ({
      formKey: form_key,
      formName,
      isRuled: is_ruled,
      rights: FORM_RIGHTS.filter((right) => rights?.includes(right)),
    })),
  };
  return { ...grid, revision: textHash(JSON.stringify([grid.menus.map(({ id, isOn }) => [id, isOn]), grid.forms])) };
}

export interface GridChange {
  code: string;
  revision?: string | null;
  /** Entries that the role sees; absent: as they are. */
  menuIds?: readonly string[] | null;
  /** Rights in the forms that are named; a form named for the first time is ruled by the grid from then on. */
  forms?: readonly { formKey: string; rights: readonly FormRight[] }[] | null;
}

/** Writes what changed. Refuses with 404 and ROLE_STALE. */
export async function saveGrid(trx: Trx, by: string, { code, revision, menuIds, forms }: GridChange): Promise<void> {
  await sql`lock table sys_role_form in share row exclusive mode`.execute(trx);
  const before = await roleGrid(trx, code);
  if (revision && before.revision !== revision) throw new Refusal('ROLE_STALE');
  if (menuIds && code !== EVERYBODY) {
    for (const entry of before.menus.filter(({ isForAll }) => !isForAll)) {
      const isOn = menuIds.includes(entry.id);
      if (isOn === entry.isOn) continue;
      await (
        isOn
          ? sql`update sys_menu set roles = roles || to_jsonb(${code}::text), is_changed = true where id = ${entry.id}`
          : // an entry without any role would be the administrators' by another rule: it is theirs by name
            sql`update sys_menu set roles = case when roles - ${code}::text = '[]'::jsonb then '["admin"]'::jsonb else roles - ${code}::text end, is_changed = true where id = ${entry.id}`
      ).execute(trx);
    }
  }
  for (const { formKey, rights } of forms ?? []) {
    const form = before.forms.find((one) => one.formKey === formKey);
    if (!form) throw new Refusal('404');
    await trx
      .insertInto('sys_form_grid')
      .values({ form_key: formKey, filled_by: by })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const wanted = FORM_RIGHTS.filter((right) => rights.includes(right));
    if (wanted.length === 0)
      await trx.deleteFrom('sys_role_form').where('role_code', '=', code).where('form_key', '=', formKey).execute();
    else
      await trx
        .insertInto('sys_role_form')
        .values({ role_code: code, form_key: formKey, rights: JSON.stringify(wanted) })
        .onConflict((conflict) =>
          conflict.columns(['role_code', 'form_key']).doUpdateSet({ rights: JSON.stringify(wanted) }),
        )
        .execute();
  }
}
