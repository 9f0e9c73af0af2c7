import { sql } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { RequestUser } from '../http/user.ts';
import type { Db } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { hasLevel, lockSpace, readFolders, requireLevel, spaceOf, type Folder } from './folderTree.ts';

/**
 * A removed folder or document that this person may restore. `place`: the name of its former folder, '' for the root.
 */
export interface RemovedItem {
  kind: 'folder' | 'document';
  id: string;
  name: string;
  place: string;
  removeTime: string;
  removeByName: string;
}

const removedFolders = (db: Db, space: string) =>
  db
    .selectFrom('file_folder')
    .select(['id', 'name', 'parent_id', 'removed_at', 'removed_by_name'])
    .where('space', '=', space)
    .where('removed_at', 'is not', null)
    .execute();

const removedDocuments = (db: Db, space: string) =>
  db
    .selectFrom('file_document as d')
    .innerJoin('file_folder as f', 'f.id', 'd.folder_id')
    .select(['d.id', 'd.name', 'd.folder_id', 'd.removed_at', 'd.removed_by_name'])
    .where('f.space', '=', space)
    .where('d.removed_at', 'is not', null)
    .execute();

/** Lists removed folders and documents from the folders that this person manages, the latest first. */
export async function listRemoved(db: Db, user: RequestUser, space: string): Promise<RemovedItem[]> {
  const folders = await readFolders(db, user, space);
  const managedFolder = (id: string | null): Folder | undefined => {
    const folder = id === null ? undefined : folders.get(id);
    return folder && hasLevel(folder.level, 'manage') ? folder : undefined;
  };
  const items = [
    ...(await removedFolders(db, space)).map((row) => ({ kind: 'folder' as const, ...row, parentId: row.parent_id })),
    ...(await removedDocuments(db, space)).map((row) => ({
      kind: 'document' as const,
      ...row,
      parentId: row.folder_id,
    })),
  ];
  return items
    .filter(({ parentId }) => managedFolder(parentId) !== undefined)
    .sort((a, b) => (b.removed_at?.getTime() ?? 0) - (a.removed_at?.getTime() ?? 0))
    .map(({ kind, id, name, parentId, removed_at: removedAt, removed_by_name: removedByName }) => ({
      kind,
      id,
      name,
      place: managedFolder(parentId)?.name ?? '',
      removeTime: removedAt === null ? '' : timeText(removedAt),
      removeByName: removedByName,
    }));
}

/** Returns the name and the former folder of a removed item; undefined for an item that is unknown or not removed. */
const readRemoved = (db: Db, { kind, id }: Pick<RemovedItem, 'kind' | 'id'>) =>
  kind === 'folder'
    ? db
        .selectFrom('file_folder')
        .select(['name', 'parent_id as parentId'])
        .where('id', '=', id)
        .where('removed_at', 'is not', null)
        .executeTakeFirst()
    : db
        .selectFrom('file_document')
        .select(['name', 'folder_id as parentId'])
        .where('id', '=', id)
        .where('removed_at', 'is not', null)
        .executeTakeFirst();

/**
 * Locks the space, and returns the removed item with its former folder if this person manages that folder. Refuses with
 * 404 and 403.
 */
async function findRemovedAndLockSpace(
  trx: Trx,
  user: RequestUser,
  item: Pick<RemovedItem, 'kind' | 'id'>,
): Promise<{ name: string; parentId: string }> {
  const parentId = (await readRemoved(trx, item))?.parentId ?? null;
  if (parentId === null) throw new Refusal('404');
  const space = await spaceOf(trx, parentId);
  await lockSpace(trx, space);
  // somebody else may have restored or deleted the item before the space was locked
  const row = await readRemoved(trx, item);
  if (!row) throw new Refusal('404');
  requireLevel(await readFolders(trx, user, space), parentId, 'manage');
  return { name: row.name, parentId };
}

/**
 * Restores a removed item to its folder. Refuses with 404, 403, and FOLDER_NAME when its name is now in use in that
 * folder.
 */
export async function restoreRemoved(
  trx: Trx,
  user: RequestUser,
  item: Pick<RemovedItem, 'kind' | 'id'>,
): Promise<void> {
  const { name, parentId } = await findRemovedAndLockSpace(trx, user, item);
  const { rows } = await (
    item.kind === 'folder'
      ? sql`select id from file_folder where parent_id = ${parentId} and removed_at is null and name = ${name}`
      : sql`select id from file_document where folder_id = ${parentId} and removed_at is null and name = ${name}`
  ).execute(trx);
  if (rows.length > 0) throw new Refusal('FOLDER_NAME', { name });
  await trx
    .updateTable(item.kind === 'folder' ? 'file_folder' : 'file_document')
    .set(({ eb }) => ({ removed_at: null, removed_by_name: '', revision: eb('revision', '+', 1) }))
    .where('id', '=', item.id)
    .execute();
}

/**
 * Permanently deletes a removed document with its versions, or an empty removed folder. Files without other references
 * are deleted later with the unused files. Refuses with 404, 403, and with REQUEST_INVALID a folder that is not empty.
 */
export async function eraseRemoved(trx: Trx, user: RequestUser, item: Pick<RemovedItem, 'kind' | 'id'>): Promise<void> {
  await findRemovedAndLockSpace(trx, user, item);
  if (item.kind === 'document') {
    await trx.deleteFrom('file_document').where('id', '=', item.id).execute();
    return;
  }
  const { rows } = await sql`select id from file_document where folder_id = ${item.id}
    union all select id from file_folder where parent_id = ${item.id} limit 1`.execute(trx);
  if (rows.length > 0)
    throw new Refusal('REQUEST_INVALID', { detail: '文件夹中还有内容，请先恢复它，清空后再彻底删除' });
  await trx.deleteFrom('file_folder').where('id', '=', item.id).execute();
}
