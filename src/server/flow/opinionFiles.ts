import type { FileAccess, ServerContext } from '../context.ts';
import type { Db } from '../documents/store.ts';
import { loadForm } from '../documents/forms.ts';
import { Refusal } from '../http/refusal.ts';
import { mayRead, scopeOf } from '../records/access.ts';

/** An opinion takes only files that its writer uploaded. Refuses with 403. */
export async function refuseOthersFiles(db: Db, userId: string, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const own = await db.selectFrom('att_file').select('id').where('id', 'in', wanted).where('uploader_id', '=', userId).execute();
  if (own.length < wanted.length) throw new Refusal('403');
}

/** Files of opinions are open to who may read the record. */
export const opinionFileAccess = (context: ServerContext): FileAccess => async (user, ids) => {
  if (ids.length === 0) return [];
  const { db } = context;
  const found = new Set<string>();
  for (const { file_id: file, record_id: id, form_key: formKey } of await db.selectFrom('flw_file').selectAll().where('file_id', 'in', [...ids]).execute()) {
    const row = await db.selectFrom('frm_record').select(['id', 'form_key', 'create_by', 'version']).where('form_key', '=', formKey).where('id', '=', id).executeTakeFirst();
    if (!row || found.has(file)) continue;
    const { form } = await loadForm(context, db, formKey, row.version);
    if (await mayRead(db, user, row, scopeOf(form.definition))) found.add(file);
  }
  return [...found];
};
