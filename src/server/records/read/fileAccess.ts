import { sql, type SqlBool } from 'kysely';
import type { FileAccess, ServerContext } from '../../context.ts';
import { recordsOf } from '../columns/recordSource.ts';
import { Refusal } from '../../http/refusal.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { filesOf } from './recordFiles.ts';
import { readableHolders, type Holder } from './fileHolders.ts';
import type { OpenRecord } from './openForWrite.ts';
import { readingForm, readingSituations } from './answerRecord.ts';
import { redactRecord } from '../../../records/index.ts';
import { recordOf } from './recordRows.ts';
import type { RecordValues } from '../tables.ts';

/** Records that are read at once: each may hold a long table. */
const AT_ONCE = 8;

/** Those of the files that stand in a visible field of a record this person may read. */
async function readableFiles(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  fileIds: readonly string[],
): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const holders = await readableHolders(
    context,
    db,
    user,
    sql`select file_id, record_id, form_key from frm_record_file where file_id = any(${[...fileIds]}::text[])`,
  );
  const found = new Set<string>();
  const seen = new Set<string>();
  for (let at = 0; at < holders.length;) {
    const some: string[] = [];
    const { form_key: formKey } = holders[at] as Holder;
    for (; at < holders.length && some.length < AT_ONCE && holders[at]?.form_key === formKey; at += 1) {
      const { file_id: file, record_id: id } = holders[at] as Holder;
      if (found.has(file) || seen.has(id)) continue;
      seen.add(id);
      some.push(id);
    }
    for (const file of await shownFiles(context, db, user, formKey, some)) found.add(file);
  }
  return fileIds.filter((id) => found.has(id));
}

/** What files these records of a form show this person. */
async function shownFiles(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom(await recordsOf(db, formKey))
          .selectAll()
          .where('form_key', '=', formKey)
          .where('id', 'in', [...ids])
          .execute();
  const situations = await readingSituations(context, db, user, rows);
  const files: string[] = [];
  for (const row of rows) {
    const form = await readingForm(context, db, row);
    const situation = situations.get(row.id);
    if (situation) files.push(...filesOf(form, redactRecord(form, recordOf(row), situation)));
  }
  return files;
}

/** The right to a file through a record, for the file area's list of `fileAccess`. */
export const recordFileAccess =
  (context: ServerContext): FileAccess =>
  (user, fileIds) =>
    readableFiles(context, context.db, user, fileIds);

/** Nobody gets at another person's file by writing its id into an own record, nor learns which ids are files. Refuses with 403. */
export async function refuseForeignFiles(
  context: ServerContext,
  db: Db,
  { loaded, user }: Pick<OpenRecord, 'loaded' | 'user'>,
  before: RecordValues,
  after: RecordValues,
): Promise<void> {
  const known = new Set(filesOf(loaded.form, before));
  const added = filesOf(loaded.form, after).filter((id) => !known.has(id));
  if (added.length === 0) return;
  const files = await db
    .selectFrom('att_file')
    .select(['id', 'uploader_id'])
    .where(sql<SqlBool>`id = any(${added}::text[])`)
    .execute();
  if (files.length < added.length) throw new Refusal('403');
  const foreign = isAdmin(user) ? [] : files.filter((file) => file.uploader_id !== user.id);
  const readable = new Set(
    await readableFiles(
      context,
      db,
      user,
      foreign.map((file) => file.id),
    ),
  );
  if (foreign.some((file) => !readable.has(file.id))) throw new Refusal('403');
}
