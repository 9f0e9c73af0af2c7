import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { formRights, requireRight } from '../rights/index.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import './tables.ts';

/** A saved view of a list. */
export interface ListView {
  id: string;
  name: string;
  isShared: boolean;
  /**
   * Whether the view belongs to this person. `mayChange` is also true for shared views if the person may edit all
   * records of the form.
   */
  isMine: boolean;
  mayChange: boolean;
  config: unknown;
}

/**
 * A view to be saved. `id`: the view that is changed; absent: a new view. `place`: which list (screen and position).
 */
export interface ListViewInput {
  id?: string | null;
  formKey: string;
  place: string;
  name: string;
  isShared?: boolean;
  config: object;
}

/** The views that a list offers to one person, and the views with which the list opens. */
export interface ListViews {
  /** Whether the person may share views and set the default of everybody. */
  mayShare: boolean;
  views: ListView[];
  /** Ids of the views with which the list opens, for this person and for everybody; '': none. See `setDefaultView`. */
  ownDefault: string;
  commonDefault: string;
}

/** Value of `user_id` for a default view that applies to everybody. */
const EVERYBODY = '';

/** Returns whether a default is a view defined in the document, or the list itself, instead of a saved view. */
const isBuiltInView = (viewId: string): boolean => viewId === 'none' || viewId.startsWith('doc:');

/**
 * Returns the places whose views a list offers. The place of a list without a key ends in its position (`…:.1-0`).
 * Older views were stored without the position (`…:`).
 */
const placesWithViews = (place: string): string[] => [...new Set([place, place.replace(/:\.[\d-]+$/, ':')])];

/** The maximum number of views of one person for one list. */
const MAX_VIEWS = 30;

/** Returns true if the user may share views of a form's lists: this requires the right to edit all records. */
const canShare = async (context: ServerContext, db: Db, user: RequestUser, formKey: string): Promise<boolean> => {
  const { form } = await loadForm(context, db, formKey);
  return (await formRights(db, user, formKey, form.definition.access)).has('editAll');
};

/**
 * Returns the person's own views of a list by name, then the shared views of others by name, and the defaults. Refuses
 * with 403 a user who may not see the form, and with 404 an unknown form.
 */
export async function listViews(
  context: ServerContext,
  user: RequestUser,
  { formKey, place }: { formKey: string; place: string },
): Promise<ListViews> {
  const { db } = context;
  const { form } = await loadForm(context, db, formKey);
  await requireRight(db, user, { formKey, access: form.definition.access, right: 'see' });
  const mayShareViews = await canShare(context, db, user, formKey);
  const rows = await db
    .selectFrom('sys_list_view')
    .select(['id', 'name', 'is_shared', 'user_id', 'config'])
    .where('form_key', '=', formKey)
    .where('place', 'in', placesWithViews(place))
    .where((where) => where.or([where('user_id', '=', user.id), where('is_shared', '=', true)]))
    .orderBy(sql`user_id <> ${user.id}`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const defaults = await db
    .selectFrom('sys_list_view_default')
    .select(['user_id', 'view_id'])
    .where('form_key', '=', formKey)
    .where('place', '=', place)
    .where('user_id', 'in', [user.id, EVERYBODY])
    .execute();
  /** Returns the id of the default view; '' if none is set, or if the view was deleted or is no longer shared. */
  const defaultOf = (userId: string): string => {
    const viewId = defaults.find((row) => row.user_id === userId)?.view_id ?? '';
    const isKnown = rows.some((row) => row.id === viewId && (row.is_shared || userId !== EVERYBODY));
    return isKnown || isBuiltInView(viewId) ? viewId : '';
  };
  return {
    mayShare: mayShareViews,
    ownDefault: defaultOf(user.id),
    commonDefault: defaultOf(EVERYBODY),
    views: rows.map((row) => ({
      id: row.id,
      name: row.name,
      isShared: row.is_shared,
      isMine: row.user_id === user.id,
      mayChange: row.user_id === user.id || mayShareViews,
      config: row.config,
    })),
  };
}

/**
 * Locks a view that the user wants to change, and returns the key of its form. Refuses with 404 an unknown view or
 * another person's private view, and with 403 another person's shared view if the user may not share views.
 */
async function findViewForUpdate(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  id: string,
): Promise<{ formKey: string }> {
  const row = await trx
    .selectFrom('sys_list_view')
    .select(['user_id', 'form_key', 'is_shared'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row || (row.user_id !== user.id && !row.is_shared)) throw new Refusal('404');
  if (row.user_id !== user.id && !(await canShare(context, trx, user, row.form_key))) throw new Refusal('403');
  return { formKey: row.form_key };
}

/**
 * Adds a view, or changes the name, sharing and configuration of the view with the id. Returns the id. Refuses with 403
 * and 404 (`findViewForUpdate`), with 404 a view of another form, with 403 a person who may not see the form, or who
 * shares a view without being allowed to. Refuses with REQUEST_INVALID a name that the person already uses for this
 * list, and more than MAX_VIEWS views.
 */
export async function saveListView(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { id, formKey, place, name, isShared = false, config }: ListViewInput,
): Promise<string> {
  const { form } = await loadForm(context, trx, formKey);
  await requireRight(trx, user, { formKey, access: form.definition.access, right: 'see' });
  if (id && (await findViewForUpdate(context, trx, user, id)).formKey !== formKey) throw new Refusal('404');
  if (isShared && !(await canShare(context, trx, user, formKey))) throw new Refusal('403');
  const ownViews = await trx
    .selectFrom('sys_list_view')
    .select(['id', 'name'])
    .where('user_id', '=', user.id)
    .where('form_key', '=', formKey)
    .where('place', '=', place)
    .execute();
  if (ownViews.some((view) => view.name === name && view.id !== id))
    throw new Refusal('REQUEST_INVALID', { detail: `已有名为“${name}”的视图` });
  if (!id && ownViews.length >= MAX_VIEWS)
    throw new Refusal('REQUEST_INVALID', { detail: `每个列表最多保存 ${MAX_VIEWS} 个视图，请先删除不用的` });
  const values = { name, is_shared: isShared, config: JSON.stringify(config) };
  if (id) {
    await trx
      .updateTable('sys_list_view')
      .set({ ...values, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute();
    return id;
  }
  const newViewId = newId();
  await trx
    .insertInto('sys_list_view')
    .values({ id: newViewId, user_id: user.id, form_key: formKey, place, ...values })
    .execute();
  return newViewId;
}

/** Removes a view, and the defaults that name it. Refuses with 404 and 403 (`findViewForUpdate`). */
export async function removeListView(context: ServerContext, trx: Trx, user: RequestUser, id: string): Promise<void> {
  await findViewForUpdate(context, trx, user, id);
  await trx.deleteFrom('sys_list_view').where('id', '=', id).execute();
  await trx.deleteFrom('sys_list_view_default').where('view_id', '=', id).execute();
}

/** The view with which a list opens, for one person or for everybody. */
export interface DefaultView {
  formKey: string;
  place: string;
  /** Id of a saved view, `doc:<name>` for a view of the document, `none` for the list as it is; null: no default. */
  id: string | null;
  /** Whether the default applies to everybody. */
  isShared?: boolean;
}

/**
 * Sets the view with which a list opens, for the person or for everybody; the id null removes the setting. Refuses with
 * 403 a person who may not see the form, and with 404 an unknown view or another person's private view. For a default
 * of everybody, refuses with REQUEST_INVALID a view that is not shared, and with 403 a person who may not share views.
 */
export async function setDefaultView(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { formKey, place, id: viewId, isShared = false }: DefaultView,
): Promise<void> {
  const { form } = await loadForm(context, trx, formKey);
  await requireRight(trx, user, { formKey, access: form.definition.access, right: 'see' });
  if (isShared && !(await canShare(context, trx, user, formKey))) throw new Refusal('403');
  if (viewId !== null && !isBuiltInView(viewId)) {
    const view = await trx
      .selectFrom('sys_list_view')
      .select(['user_id', 'is_shared'])
      .where('id', '=', viewId)
      .where('form_key', '=', formKey)
      .where('place', 'in', placesWithViews(place))
      .executeTakeFirst();
    if (!view || (view.user_id !== user.id && !view.is_shared)) throw new Refusal('404');
    if (isShared && !view.is_shared)
      throw new Refusal('REQUEST_INVALID', { detail: '此视图没有共享，不能设为所有人的默认，请先另存为共享视图' });
  }
  const target = { user_id: isShared ? EVERYBODY : user.id, form_key: formKey, place };
  if (viewId === null) {
    await trx
      .deleteFrom('sys_list_view_default')
      .where('user_id', '=', target.user_id)
      .where('form_key', '=', formKey)
      .where('place', '=', place)
      .execute();
    return;
  }
  await trx
    .insertInto('sys_list_view_default')
    .values({ ...target, view_id: viewId })
    .onConflict((conflict) => conflict.columns(['form_key', 'place', 'user_id']).doUpdateSet({ view_id: viewId }))
    .execute();
}
