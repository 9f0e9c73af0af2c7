import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import type { Db } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import { lockSpace, readFolders, requireLevel, rootOf, spaceOf } from './folderTree.ts';
import { MAX_FOLDER_NAME_LENGTH, validName } from './names.ts';
import type { FolderLevel } from './tables.ts';

const MAX_FOLDERS = 2000;
/** Maximum number of levels below the root of a space. */
const MAX_DEPTH = 10;

/**
 * Returns, by folder id, the id of the parent of each folder of a space (null for the root). Includes folders that the
 * person may not read, and folders inside a removed folder. Leaves out the removed folder itself.
 */
async function parentsIn(db: Db, space: string): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('file_folder')
    .select(['id', 'parent_id'])
    .where('space', '=', space)
    .where('removed_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, parent_id: parentId }) => [id, parentId]));
}

/** Returns the ids of the folders from the root, or from a removed folder, to this folder. */
const pathOf = (parents: ReadonlyMap<string, string | null>, id: string): string[] => {
  const parentId = parents.get(id) ?? null;
  return parentId === null ? [id] : [...pathOf(parents, parentId), id];
};

/** Stores the root of a space that has none yet. */
export const ensureRoot = async (trx: Trx, user: RequestUser, space: string): Promise<void> => {
  await trx
    .insertInto('file_folder')
    .values({ id: rootOf(space), space, parent_id: null, name: '', created_by: user.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/**
 * Refuses with FOLDER_NAME when another folder in the parent has this name. `id`: the folder itself; '' if it is new.
 */
async function requireFreeName(db: Db, parentId: string, name: string, id: string): Promise<void> {
  const folderWithSameName = await db
    .selectFrom('file_folder')
    .select('id')
    .where('parent_id', '=', parentId)
    .where('removed_at', 'is', null)
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (folderWithSameName) throw new Refusal('FOLDER_NAME', { name });
}

export interface FolderInput {
  /** Absent: a new folder. */
  id?: string | null | undefined;
  /** Required for a new folder. Absent for an existing folder: it keeps its parent. */
  parentId?: string | null | undefined;
  name: string;
  /** Required for an existing folder: the revision that the person has read. */
  revision?: number | null | undefined;
}

/**
 * Creates a folder, or renames and moves an existing folder. Returns the folder's id. Refuses with 403 a person who may
 * not write in the new parent or not manage the existing folder, with 404 folders that they cannot see, with
 * REQUEST_INVALID an invalid name or parent, with FOLDER_NAME a name that another folder in the parent has, with
 * FOLDER_CHANGED an outdated revision, and with FOLDER_LIMIT too many folders or levels.
 */
export async function saveFolder(trx: Trx, user: RequestUser, input: FolderInput): Promise<string> {
  // the parent, or the folder itself if it keeps its parent
  const baseId = input.parentId ?? input.id;
  if (!baseId) throw new Refusal('REQUEST_INVALID', { detail: '请选择上级文件夹' });
  const space = await spaceOf(trx, baseId);
  await lockSpace(trx, space);
  await ensureRoot(trx, user, space);
  const folders = await readFolders(trx, user, space);
  const parents = await parentsIn(trx, space);
  const name = validName(input.name, MAX_FOLDER_NAME_LENGTH);
  if (!input.id) {
    requireLevel(folders, baseId, 'write');
    if (pathOf(parents, baseId).length > MAX_DEPTH) throw new Refusal('FOLDER_LIMIT', { limit: `${MAX_DEPTH} 层` });
    const { count } = await trx
      .selectFrom('file_folder')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('space', '=', space)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_FOLDERS) throw new Refusal('FOLDER_LIMIT', { limit: `${MAX_FOLDERS} 个` });
    await requireFreeName(trx, baseId, name, '');
    const id = newId();
    await trx.insertInto('file_folder').values({ id, space, parent_id: baseId, name, created_by: user.id }).execute();
    return id;
  }
  const folder = requireLevel(folders, input.id, 'manage');
  if (folder.parent_id === null) throw new Refusal('REQUEST_INVALID', { detail: '最上一级不能改名或移动' });
  if (folder.revision !== input.revision) throw new Refusal('FOLDER_CHANGED', { name: folder.name });
  const parentId = input.parentId ?? folder.parent_id;
  if (parentId !== folder.parent_id) {
    requireLevel(folders, parentId, 'write');
    const newPath = pathOf(parents, parentId);
    if (newPath.includes(folder.id)) throw new Refusal('REQUEST_INVALID', { detail: '不能移到自己的下级中' });
    const subtreePaths = [...parents.keys()]
      .map((id) => pathOf(parents, id))
      .filter((path) => path.includes(folder.id));
    const subtreeHeight = Math.max(...subtreePaths.map((path) => path.length - path.indexOf(folder.id)));
    // the new path contains the root, which is no level
    if (newPath.length - 1 + subtreeHeight > MAX_DEPTH) throw new Refusal('FOLDER_LIMIT', { limit: `${MAX_DEPTH} 层` });
  }
  await requireFreeName(trx, parentId, name, folder.id);
  await trx
    .updateTable('file_folder')
    .set({ name, parent_id: parentId, revision: folder.revision + 1 })
    .where('id', '=', folder.id)
    .execute();
  return folder.id;
}

/**
 * Removes a folder with its content; whoever manages the parent folder can restore it. Refuses with 403 a person who
 * does not manage the folder and its parent, with 404 a folder that they cannot see, with FOLDER_CHANGED an outdated
 * revision, and with REQUEST_INVALID the root.
 */
export async function removeFolder(
  trx: Trx,
  user: RequestUser,
  { id, revision }: { id: string; revision: number },
): Promise<void> {
  const space = await spaceOf(trx, id);
  await lockSpace(trx, space);
  const folders = await readFolders(trx, user, space);
  const folder = requireLevel(folders, id, 'manage');
  if (folder.parent_id === null) throw new Refusal('REQUEST_INVALID', { detail: '最上一级不能删除' });
  if (folders.get(folder.parent_id)?.level !== 'manage') throw new Refusal('403');
  if (folder.revision !== revision) throw new Refusal('FOLDER_CHANGED', { name: folder.name });
  await trx
    .updateTable('file_folder')
    .set({ removed_at: new Date(), removed_by_name: user.name, revision: revision + 1 })
    .where('id', '=', id)
    .execute();
}

/** A right on a folder. `holder`: who has it: `all`, or `role:`, `dept:` or `user:` with the code or id. */
export interface FolderRight {
  holder: string;
  level: FolderLevel;
}

/** A right with the display name of its holder, for the dialog. */
export interface NamedRight extends FolderRight {
  name: string;
}

/**
 * Returns the rights set on the folder itself; empty if it inherits the rights of its parent. Refuses with 403 a person
 * who may not manage the folder, and with 404 a folder that they cannot see.
 */
export async function rightsOfFolder(db: Db, user: RequestUser, id: string): Promise<NamedRight[]> {
  requireLevel(await readFolders(db, user, await spaceOf(db, id)), id, 'manage');
  const rights = await db
    .selectFrom('file_folder_right')
    .select(['holder', 'level'])
    .where('folder_id', '=', id)
    .orderBy('holder')
    .execute();
  // '' keeps the list from being empty, which `in` does not accept
  const idsOf = (kind: string): string[] =>
    rights.flatMap(({ holder }) => (holder.startsWith(`${kind}:`) ? [holder.slice(kind.length + 1)] : [])).concat('');
  const people = await db.selectFrom('sys_user').select(['id', 'name']).where('id', 'in', idsOf('user')).execute();
  const orgs = await db.selectFrom('sys_org').select(['id', 'name']).where('id', 'in', idsOf('dept')).execute();
  const roles = await db.selectFrom('sys_role').select(['code', 'name']).where('code', 'in', idsOf('role')).execute();
  const names = new Map([
    ['all', '所有人'],
    ...people.map(({ id: personId, name }) => [`user:${personId}`, name] as const),
    ...orgs.map(({ id: orgId, name }) => [`dept:${orgId}`, name] as const),
    ...roles.map(({ code, name }) => [`role:${code}`, name] as const),
  ]);
  return rights.map((right) => ({ ...right, name: names.get(right.holder) ?? right.holder }));
}

/**
 * Replaces the rights of a folder; with an empty list the folder inherits the rights of its parent. Refuses with 403 a
 * person who may not manage the folder, with 404 a folder that they cannot see, and with FOLDER_CHANGED an outdated
 * revision. Refuses with REQUEST_INVALID if the person could no longer manage the folder with the new rights.
 */
export async function saveRights(
  trx: Trx,
  user: RequestUser,
  { id, rights, revision }: { id: string; rights: readonly FolderRight[]; revision: number },
): Promise<void> {
  const space = await spaceOf(trx, id);
  await lockSpace(trx, space);
  const folder = requireLevel(await readFolders(trx, user, space), id, 'manage');
  if (folder.revision !== revision) throw new Refusal('FOLDER_CHANGED', { name: folder.name });
  await ensureRoot(trx, user, space);
  await trx.deleteFrom('file_folder_right').where('folder_id', '=', id).execute();
  const uniqueRights = [...new Map(rights.map((right) => [right.holder, right])).values()];
  if (uniqueRights.length > 0)
    await trx
      .insertInto('file_folder_right')
      .values(uniqueRights.map(({ holder, level }) => ({ folder_id: id, holder, level })))
      .execute();
  await trx
    .updateTable('file_folder')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
  const folderAfter = (await readFolders(trx, user, space)).get(id);
  if (folderAfter?.level !== 'manage')
    throw new Refusal('REQUEST_INVALID', {
      detail: '这样设置后您自己不能再管理此文件夹，请把自己或所在角色设为可管理',
    });
}
