import { sql, type SqlBool } from 'kysely';
import type { FileAccess, ServerContext } from '../context.ts';
import { loadForm } from '../documents/forms.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { Db } from '../documents/store.ts';
import { mayRead, scopeOf } from './access.ts';
import { filesOf } from './files.ts';
import type { OpenRecord } from './open.ts';
import { readingForm, readingSituations } from './read.ts';
import { redactRecord } from '../../kernel/records/redact.ts';
import { recordOf } from './rows.ts';
import type { RecordValues } from './tables.ts';

/** More records than this are not asked for one file. */
const MAX_HOLDERS = 50;

/** Those of the files that stand in a visible field of a record this person may read. */
async function readableFiles(context: ServerContext, db: Db, user: RequestUser, fileIds: readonly string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const holders = await db.selectFrom('frm_record_file').select(['record_id', 'form_key']).where('file_id', 'in', fileIds).distinct().limit(MAX_HOLDERS).execute();
  const found = new Set<string>();
  for (const { record_id: id, form_key: formKey } of holders) {
    const row = await db.selectFrom('frm_record').selectAll().where('form_key', '=', formKey).where('id', '=', id).executeTakeFirst();
    if (!row) continue;
    const { form: own } = await loadForm(context, db, formKey, row.version);
    if (!(await mayRead(db, user, row, scopeOf(own.definition)))) continue;
    const form = await readingForm(context, db, row);
    const situation = (await readingSituations(context, db, user, [row])).get(row.id);
    if (situation) for (const file of filesOf(form, redactRecord(form, recordOf(row), situation))) found.add(file);
  }
  return fileIds.filter((id) => found.has(id));
}

/** The right to a file through a record, for the file area's list of `fileAccess`. */
export const recordFileAccess = (context: ServerContext): FileAccess => (user, fileIds) => readableFiles(context, context.db, user, fileIds);

/** Nobody gets at another person's file by writing its id into an own record, nor learns which ids are files. Refuses with 403. */
export async function refuseForeignFiles(context: ServerContext, db: Db, { loaded, user }: Pick<OpenRecord, 'loaded' | 'user'>, before: RecordValues, after: RecordValues): Promise<void> {
  const known = new Set(filesOf(loaded.form, before));
  const added = filesOf(loaded.form, after).filter((id) => !known.has(id));
  if (added.length === 0) return;
  const files = await db.selectFrom('att_file').select(['id', 'uploader_id']).where(sql<SqlBool>`id = any(${added}::text[])`).execute();
  if (files.length < added.length) throw new Refusal('403');
  const foreign = isAdmin(user) ? [] : files.filter((file) => file.uploader_id !== user.id);
  const readable = new Set(await readableFiles(context, db, user, foreign.map((file) => file.id)));
  if (foreign.some((file) => !readable.has(file.id))) throw new Refusal('403');
}
