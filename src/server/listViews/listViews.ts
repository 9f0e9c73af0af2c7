import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { formRights, requireRight } from '../rights/index.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/id.ts';
import type { Trx } from '../store/transaction.ts';
import './tables.ts';

/** A saved view as the list gets it. */
export interface ListView {
  id: string;
  name: string;
  isShared: boolean;
  /** Whether this person may change it: their own, or a shared one where they keep the form's records. */
  isMine: boolean;
  mayChange: boolean;
  config: unknown;
}

export interface NewListView {
  id?: string | null;
  formKey: string;
  place: string;
  name: string;
  isShared?: boolean;
  config: object;
}

/** Of one person for one list. */
const MOST = 30;

/** Whoever may change every record of a form shares views of its lists: administrators, and those who keep it. */
const mayShare = async (context: ServerContext, db: Db, user: RequestUser, formKey: string): Promise<boolean> => {
  const { form } = await loadForm(context, db, formKey);
  return (await formRights(db, user, formKey, form.definition.access)).has('editAll');
};

/** The person's own views of a list, then the shared ones, by name. Refuses with 403 who does not see the form, 404 an unknown form. */
export async function listViews(
  context: ServerContext,
  user: RequestUser,
  { formKey, place }: { formKey: string; place: string },
): Promise<{ mayShare: boolean; views: ListView[] }> {
  const { db } = context;
  const { form } = await loadForm(context, db, formKey);
  await requireRight(db, user, { formKey, access: form.definition.access, right: 'see' });
  const isSharer = await mayShare(context, db, user, formKey);
  const rows = await db
    .selectFrom('sys_list_view')
    .select(['id', 'name', 'is_shared', 'user_id', 'config'])
    .where('form_key', '=', formKey)
    .where('place', '=', place)
    .where((where) => where.or([where('user_id', '=', user.id), where('is_shared', '=', true)]))
    .orderBy(sql`user_id <> ${user.id}`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return {
    mayShare: isSharer,
    views: rows.map((row) => ({
      id: row.id,
      name: row.name,
      isShared: row.is_shared,
      isMine: row.user_id === user.id,
      mayChange: row.user_id === user.id || isSharer,
      config: row.config,
    })),
  };
}

/** Somebody else's view that is not shared does not exist for this person (404); a shared one is changed by who may share (403). */
async function openView(context: ServerContext, trx: Trx, user: RequestUser, id: string): Promise<{ formKey: string }> {
  const row = await trx
    .selectFrom('sys_list_view')
    .select(['user_id', 'form_key', 'is_shared'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || (row.user_id !== user.id && !row.is_shared)) throw new Refusal('404');
  if (row.user_id !== user.id && !(await mayShare(context, trx, user, row.form_key))) throw new Refusal('403');
  return { formKey: row.form_key };
}

/** Adds a view, or changes the one of the id; answers its id. Refuses a name the person has for this list already. */
export async function saveListView(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { id, formKey, place, name, isShared = false, config }: NewListView,
): Promise<string> {
  const { form } = await loadForm(context, trx, formKey);
  await requireRight(trx, user, { formKey, access: form.definition.access, right: 'see' });
  if (id && (await openView(context, trx, user, id)).formKey !== formKey) throw new Refusal('404');
  if (isShared && !(await mayShare(context, trx, user, formKey))) throw new Refusal('403');
  const own = await trx
    .selectFrom('sys_list_view')
    .select(['id', 'name'])
    .where('user_id', '=', user.id)
    .where('form_key', '=', formKey)
    .where('place', '=', place)
    .execute();
  if (own.some((view) => view.name === name && view.id !== id))
    throw new Refusal('REQUEST_INVALID', { detail: `已有名为“${name}”的视图` });
  if (!id && own.length >= MOST)
    throw new Refusal('REQUEST_INVALID', { detail: `每个列表最多保存 ${MOST} 个视图，请先删除不用的` });
  const values = { name, is_shared: isShared, config: JSON.stringify(config) };
  if (id) {
    await trx
      .updateTable('sys_list_view')
      .set({ ...values, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute();
    return id;
  }
  const made = newId();
  await trx
    .insertInto('sys_list_view')
    .values({ id: made, user_id: user.id, form_key: formKey, place, ...values })
    .execute();
  return made;
}

export async function removeListView(context: ServerContext, trx: Trx, user: RequestUser, id: string): Promise<void> {
  await openView(context, trx, user, id);
  await trx.deleteFrom('sys_list_view').where('id', '=', id).execute();
}
