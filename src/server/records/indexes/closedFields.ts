import { sql, type SqlBool } from 'kysely';
import { hiddenFields } from '../../flow/index.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import type { Db } from '../../store/database.ts';

/** Fields of a form that some role never sees. */
export async function fieldsHiddenFromRoles(db: Db, formKey: string): Promise<ReadonlySet<string>> {
  const lines = await db
    .selectFrom('sys_role_form')
    .select('hidden')
    .where('form_key', '=', formKey)
    .where(sql<SqlBool>`(hidden <> '[]' or locked <> '[]')`)
    .execute();
  return new Set(lines.flatMap(({ hidden }) => hidden));
}

/** Fields that some task node or some role hides: what they hold stands neither in titles nor in what keywords search. */
export async function closedFields(db: Db, formKey: string, flow: LoadedFlow | null): Promise<ReadonlySet<string>> {
  const byRoles = await fieldsHiddenFromRoles(db, formKey);
  const byNodes = hiddenFields(flow?.definition ?? null);
  return byRoles.size === 0 ? byNodes : new Set([...byRoles, ...byNodes]);
}
