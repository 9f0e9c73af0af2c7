import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { recordAuditEvent } from '../audit/index.ts';
import type { ServerContext } from '../context.ts';
import { type FormToPrepare, withPreparedForms } from '../documents/index.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { RecycleBinKind, RecycleBinTables } from '../recycleBin/index.ts';
import { findFormsWithFieldsHiddenFromRole, recomputeTitlesForRoles } from '../records/index.ts';
import type { Trx } from '../store/transaction.ts';
import { updateDerivedRoles } from '../system/index.ts';
import { NOT_EXPIRED } from './listBinItems.ts';

/** A row of the recycle bin. */
type RemovedRow = Selectable<RecycleBinTables['sys_bin']>;

/** Returns the refusal BIN_RESTORE with this text. */
const restoreRefusal = (detail: string): Refusal => new Refusal('BIN_RESTORE', { detail });

/**
 * Conditions of rows that are only restored if the objects to which they refer still exist, by table. `r`: the row.
 */
const ROW_CONDITIONS: Readonly<Record<string, RawBuilder<SqlBool>>> = {
  sys_role_member: sql<SqlBool>`r.role_code in (select code from sys_role)
    and case r.kind when 'dept' then r.member_id in (select id from sys_org)
      when 'post' then r.member_id in (select name from sys_post) else r.member_id in (select id from sys_group) end`,
  sys_group_user: sql<SqlBool>`r.user_id in (select id from sys_user)`,
  sys_role_form: sql<SqlBool>`(r.role_code = '*' or r.role_code in (select code from sys_role))`,
};

/**
 * Inserts deleted rows again. Columns that the table got after the deletion have their defaults; values of columns that
 * no longer exist are left out.
 */
async function reinsert(trx: Trx, table: string, rows: readonly unknown[]): Promise<void> {
  const names = Object.keys((rows[0] ?? {}) as object);
  const { rows: existingColumns } = await sql<{
    name: string;
  }>`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and column_name = any(${names}::text[])`.execute(
    trx,
  );
  const columns = sql.join(existingColumns.map(({ name }) => sql.id(name)));
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) r
    where ${ROW_CONDITIONS[table] ?? sql<SqlBool>`true`}`.execute(trx);
}

/** Converts a unique or foreign-key violation into a refusal; other errors are returned unchanged. */
function refusalOf(error: unknown, { name, key }: RemovedRow): unknown {
  const code = (error as { code?: unknown }).code;
  if (code === '23505') return restoreRefusal(`“${name}”的名称或编码（${key}）已被使用`);
  if (code === '23503') return restoreRefusal(`“${name}”所属的上级已不存在`);
  return error;
}

/** Marks the last published version of a restored document as published again. */
async function afterDocumentRestored(_context: ServerContext, trx: Trx, { kind, key }: RemovedRow): Promise<void> {
  await sql`update doc_version v set state = 'published' from doc_document d
    where d.kind = ${kind} and d.doc_key = ${key} and v.kind = d.kind and v.doc_key = d.doc_key and v.version = d.published_version`.execute(
    trx,
  );
  await announce(trx, 'document', null);
}

/**
 * Grants a restored role its former menu entries that still exist, and grants the role again to people whose
 * department, post or group has it. Removes the fields that the role hides from titles and searches.
 */
async function afterRoleRestored(
  context: ServerContext,
  trx: Trx,
  { key, more }: RemovedRow,
  user: RequestUser,
): Promise<void> {
  const ids = Array.isArray(more['menuIds']) ? (more['menuIds'] as string[]) : [];
  await sql`update sys_menu set roles = roles || to_jsonb(${key}::text), is_changed = true
    where id = any(${ids}::text[]) and not roles ? ${key}`.execute(trx);
  await updateDerivedRoles(trx, user);
  // records saved while the role was removed have these fields in their titles
  for (const formKey of await findFormsWithFieldsHiddenFromRole(trx, key))
    await recomputeTitlesForRoles(context, trx, formKey);
  await announce(trx, 'menu', null);
}

/** The further steps after the rows of an item are inserted again, by kind. */
const stepsAfterRestore: Readonly<
  Partial<
    Record<RecycleBinKind, (context: ServerContext, trx: Trx, removed: RemovedRow, user: RequestUser) => Promise<void>>
  >
> = {
  form: afterDocumentRestored,
  screen: afterDocumentRestored,
  flow: afterDocumentRestored,
  dataset: afterDocumentRestored,
  role: afterRoleRestored,
  post: (_context, trx, _item, user) => updateDerivedRoles(trx, user),
  group: (_context, trx, _item, user) => updateDerivedRoles(trx, user),
};

/**
 * Restores a deleted item with its rows. Returns the item's name. Refuses with 404 an unknown or expired item. Refuses
 * with BIN_RESTORE when its code or name is now in use, or its parent no longer exists; then nothing is restored.
 */
export async function restoreBinItem(context: ServerContext, user: RequestUser, id: string): Promise<string> {
  const item = await context.db
    .selectFrom('sys_bin')
    .selectAll()
    .where('id', '=', id)
    .where(NOT_EXPIRED)
    .executeTakeFirst();
  if (!item) throw new Refusal('404');
  // the columns of a form are created beforehand, as when it is published
  const forms = item.kind === 'form' ? await formsToPrepare(context, item.key, item) : [];
  const restore = () =>
    context.db.transaction().execute(async (trx) => {
      const removedItem = await trx.deleteFrom('sys_bin').where('id', '=', id).returningAll().executeTakeFirst();
      if (!removedItem) throw new Refusal('404');
      try {
        for (const [table, rows] of removedItem.parts) await reinsert(trx, table, rows);
      } catch (error) {
        throw refusalOf(error, removedItem);
      }
      await stepsAfterRestore[removedItem.kind]?.(context, trx, removedItem, user);
    });
  await withPreparedForms(context, forms, restore);
  return item.name;
}

/** Returns the deleted form with the text of its published version; none if it was never published. */
async function formsToPrepare(context: ServerContext, key: string, { parts }: RemovedRow): Promise<FormToPrepare[]> {
  const [document] = (parts.find(([table]) => table === 'doc_document')?.[1] ?? []) as {
    published_version: number | null;
  }[];
  if (!document?.published_version) return [];
  const version = await context.db
    .selectFrom('doc_version')
    .select('content')
    .where('kind', '=', 'form')
    .where('doc_key', '=', key)
    .where('version', '=', document.published_version)
    .executeTakeFirst();
  return version ? [{ formKey: key, text: version.content }] : [];
}

/** Deletes one item (by id) or all items (null) permanently. Returns their number. Refuses with 404 an unknown id. */
export async function deleteBinItems(trx: Trx, id: string | null): Promise<number> {
  const deletion = trx.deleteFrom('sys_bin');
  const deletedRows = await (id === null ? deletion : deletion.where('id', '=', id))
    .returning(['id', 'kind', 'key', 'name'])
    .execute();
  if (id !== null && deletedRows.length === 0) throw new Refusal('404');
  if (id === null && deletedRows.length > 0)
    await recordAuditEvent(trx, {
      action: 'binEmptied',
      object: 'sys_bin',
      objectId: '',
      objectName: '设置与文档',
      detail: { things: deletedRows.length },
    });
  if (id !== null)
    for (const { kind, key, name } of deletedRows)
      await recordAuditEvent(trx, {
        action: 'binErased',
        object: 'sys_bin',
        objectId: `${kind} ${key}`,
        objectName: name,
      });
  return deletedRows.length;
}
