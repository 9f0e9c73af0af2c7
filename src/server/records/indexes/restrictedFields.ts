import { sql, type SqlBool } from 'kysely';
import { hiddenFields } from '../../flow/index.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import type { Db } from '../../store/database.ts';

/** Returns the fields of a form that the rights of at least one role hide. */
export async function findFieldsHiddenFromRoles(db: Db, formKey: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sys_role_form')
    .select('hidden')
    .where('form_key', '=', formKey)
    // the condition of the index `sys_role_form_fields`
    .where(sql<SqlBool>`(hidden <> '[]' or locked <> '[]')`)
    .execute();
  return new Set(rows.flatMap(({ hidden }) => hidden));
}

/** Returns the keys of the published forms that have fields hidden from this role. */
export async function formsHiddenFromRole(db: Db, roleCode: string): Promise<string[]> {
  const { rows } = await sql<{ form_key: string }>`select f.form_key from sys_role_form f
    join doc_document d on d.kind = 'form' and d.doc_key = f.form_key and d.published_version is not null
    where f.role_code = ${roleCode} and f.hidden <> '[]' order by f.form_key`.execute(db);
  return rows.map(({ form_key: key }) => key);
}

/**
 * Returns the fields that at least one task node or role hides. Titles and searchable texts leave out their values,
 * because these texts are the same for every reader of the record.
 */
export async function findRestrictedFields(
  db: Db,
  formKey: string,
  flow: LoadedFlow | null,
): Promise<ReadonlySet<string>> {
  const byRoles = await findFieldsHiddenFromRoles(db, formKey);
  const byNodes = hiddenFields(flow?.definition ?? null);
  return byRoles.size === 0 ? byNodes : new Set([...byRoles, ...byNodes]);
}
