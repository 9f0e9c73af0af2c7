import type { Kysely } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import type { DataScope } from '../records/index.ts';
import type { Database } from '../store/database.ts';

/** A role with its data scopes: the general scope, and the scopes of single forms. */
export interface RoleWithScopes {
  code: string;
  name: string;
  scope: DataScope;
  /** Departments of the scope `chosen`; sub-departments are included. */
  deptIds: string[];
  forms: { formKey: string; scope: DataScope; deptIds?: string[] | null }[];
  /** The number of enabled accounts with the role. */
  holders: number;
}
/** All roles with their scopes, and the published forms. */
export interface RoleScopeOverview {
  roles: RoleWithScopes[];
  forms: { formKey: string; formName: string }[];
}

/**
 * Converts the rows of one role to its scopes. The row with an empty form key is the general scope; without this row,
 * the general scope is `self`.
 */
const scopesFromRows = (rows: readonly { form_key: string; scope: DataScope; dept_ids: string[] }[]): StoredScopes => {
  const general = rows.find((row) => row.form_key === '');
  return {
    scope: general?.scope ?? 'self',
    deptIds: general?.dept_ids ?? [],
    forms: rows
      .filter((row) => row.form_key !== '')
      .map((row) => ({
        formKey: row.form_key,
        scope: row.scope,
        ...(row.scope === 'chosen' ? { deptIds: row.dept_ids } : {}),
      })),
  };
};

/** Returns every role with its scopes, and the published forms to choose from. */
export async function listRoleScopes(db: Kysely<Database>): Promise<RoleScopeOverview> {
  const roles = await db
    .selectFrom('sys_role as r')
    .orderBy('r.code')
    .select((builder) => [
      'r.code',
      'r.name',
      builder
        .selectFrom('sys_user_role as h')
        .innerJoin('sys_user as u', 'u.id', 'h.user_id')
        .whereRef('h.role_code', '=', 'r.code')
        .where('u.is_disabled', '=', false)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('holders'),
    ])
    .execute();
  const scopeRows = await db.selectFrom('sys_role_scope').selectAll().orderBy('form_key').execute();
  const forms = await db
    .selectFrom('doc_document')
    .select(['doc_key as formKey', 'name as formName'])
    .where('kind', '=', 'form')
    .where('published_version', 'is not', null)
    .orderBy('name')
    .execute();
  return {
    forms,
    roles: roles.map(({ code, name, holders }) => {
      return {
        code,
        name,
        holders: Number(holders),
        ...scopesFromRows(scopeRows.filter((row) => row.role_code === code)),
      };
    }),
  };
}

/** Loads the scopes of one role. */
const loadScopes = async (db: Kysely<Database>, code: string): Promise<StoredScopes> =>
  scopesFromRows(await db.selectFrom('sys_role_scope').selectAll().where('role_code', '=', code).execute());

/** The scopes of a role as the database stores them. */
type StoredScopes = Pick<RoleWithScopes, 'scope' | 'forms' | 'deptIds'>;
/** The scopes of a role as a client sends them. */
type ScopesFromClient = Pick<RoleWithScopes, 'scope' | 'forms'> & { deptIds?: string[] | null };
/** The request to replace the scopes of a role. `before`: the scopes that the client loaded before the change. */
export type RoleScopesRequest = ScopesFromClient & { code: string; before?: ScopesFromClient | null };

/** Returns a text that is equal for equal scopes. */
const asText = ({ scope, deptIds, forms }: ScopesFromClient): string =>
  JSON.stringify([
    scope,
    scope === 'chosen' ? (deptIds ?? []).toSorted() : [],
    forms
      .map((formScope) => `${formScope.formKey} ${formScope.scope} ${(formScope.deptIds ?? []).toSorted().join(' ')}`)
      .sort(),
  ]);

/**
 * Replaces all scopes of a role. Refuses with 404 an unknown role or form, and with REQUEST_INVALID a form listed
 * twice, or the scope `chosen` without departments. Refuses with SCOPE_STALE when the stored scopes differ from
 * `before`, so that nobody overwrites an unseen change.
 */
export async function saveRoleScopes(
  db: Kysely<Database>,
  { code, scope, deptIds, forms, before }: RoleScopesRequest,
): Promise<void> {
  const formKeys = forms.map(({ formKey }) => formKey);
  if (new Set(formKeys).size < formKeys.length)
    throw new Refusal('REQUEST_INVALID', { detail: '同一表单只能设置一次' });
  for (const formScope of [{ scope, deptIds }, ...forms])
    if (formScope.scope === 'chosen' && (formScope.deptIds ?? []).length === 0)
      throw new Refusal('REQUEST_INVALID', { detail: '“指定部门”至少选择一个部门' });
  await db.transaction().execute(async (trx) => {
    const role = await trx
      .selectFrom('sys_role')
      .select('code')
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirst();
    const knownForms =
      formKeys.length === 0
        ? []
        : await trx
            .selectFrom('doc_document')
            .select('doc_key')
            .where('kind', '=', 'form')
            .where('doc_key', 'in', formKeys)
            .execute();
    if (!role || knownForms.length < formKeys.length) throw new Refusal('404');
    if (before && asText(before) !== asText(await loadScopes(trx, code))) throw new Refusal('SCOPE_STALE');
    // the rows of kept forms are updated, not deleted and inserted again, so that the audit log records only changes
    await trx
      .deleteFrom('sys_role_scope')
      .where('role_code', '=', code)
      .where('form_key', 'not in', ['', ...formKeys])
      .execute();
    await trx
      .insertInto('sys_role_scope')
      .values([
        { role_code: code, form_key: '', scope, dept_ids: JSON.stringify(scope === 'chosen' ? (deptIds ?? []) : []) },
        ...forms.map((formScope) => ({
          role_code: code,
          form_key: formScope.formKey,
          scope: formScope.scope,
          dept_ids: JSON.stringify(formScope.scope === 'chosen' ? (formScope.deptIds ?? []) : []),
        })),
      ])
      .onConflict((conflict) =>
        conflict.columns(['role_code', 'form_key']).doUpdateSet((excluded) => ({
          scope: excluded.ref('excluded.scope'),
          dept_ids: excluded.ref('excluded.dept_ids'),
        })),
      )
      .execute();
  });
}
