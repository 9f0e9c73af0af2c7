import { sql, type Selectable } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { Db } from '../store/database.ts';
import type { FolderLevel, FolderTables } from './tables.ts';

type FolderRow = Selectable<FolderTables['file_folder']>;

/** A folder with the level of one person. */
export interface Folder extends FolderRow {
  level: FolderLevel;
  /** True if rights are set on the folder itself; otherwise it inherits the rights of its parent. */
  hasOwnRights: boolean;
}

const LEVELS_ASCENDING: readonly FolderLevel[] = ['read', 'write', 'manage'];

/** Returns whether a level is at least the needed level. */
export const hasLevel = (level: FolderLevel, needed: FolderLevel): boolean =>
  LEVELS_ASCENDING.indexOf(level) >= LEVELS_ASCENDING.indexOf(needed);

/** Returns the id of the root folder of a space. */
export const rootOf = (space: string): string => `root:${space}`;

/**
 * Returns the holders of rights (`file_folder_right.holder`) that include this person: `all`, the person, the person's
 * roles, the person's department and the departments above.
 */
async function holdersOf(db: Db, user: RequestUser): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`with recursive above as (
      select id, parent_id from sys_org where id = ${user.deptId}
      union select o.id, o.parent_id from sys_org o join above a on o.id = a.parent_id)
    select id from above`.execute(db);
  return new Set([
    'all',
    `user:${user.id}`,
    ...user.roles.map((role) => `role:${role}`),
    ...rows.map(({ id }) => `dept:${id}`),
  ]);
}

/**
 * Returns the folders of a space that this person may read, by id; for an administrator all folders. Removed folders
 * and their content are left out. An unused space has only its root. Without `space`: the folders of all spaces.
 */
export async function readFolders(db: Db, user: RequestUser, space: string | null): Promise<Map<string, Folder>> {
  const folderRows = await db
    .selectFrom('file_folder')
    .selectAll()
    .$if(space !== null, (query) => query.where('space', '=', space))
    .execute();
  const rights = await db
    .selectFrom('file_folder_right as r')
    .innerJoin('file_folder as f', 'f.id', 'r.folder_id')
    .$if(space !== null, (query) => query.where('f.space', '=', space))
    .select(['r.folder_id', 'r.holder', 'r.level'])
    .execute();
  const holders = await holdersOf(db, user);
  const rowsById = new Map(folderRows.map((row) => [row.id, row]));
  if (space !== null && !rowsById.has(rootOf(space))) rowsById.set(rootOf(space), emptyRoot(space));
  const rightsOf = new Map<string, typeof rights>();
  for (const right of rights) rightsOf.set(right.folder_id, [...(rightsOf.get(right.folder_id) ?? []), right]);
  const resolvedById = new Map<string, { level: FolderLevel | null; isRemoved: boolean }>();
  // returns the person's level on a folder, and whether the folder or a folder above it is removed
  const resolve = (row: FolderRow): { level: FolderLevel | null; isRemoved: boolean } => {
    const cached = resolvedById.get(row.id);
    if (cached) return cached;
    // prevents endless recursion in a cycle of parents, although `saveFolder` never stores one
    resolvedById.set(row.id, { level: null, isRemoved: true });
    const parent = row.parent_id === null ? undefined : rowsById.get(row.parent_id);
    const inherited = parent ? resolve(parent) : { level: 'read' as const, isRemoved: false };
    const rightsOnFolder = rightsOf.get(row.id);
    const levelsOfPerson = (rightsOnFolder ?? []).filter(({ holder }) => holders.has(holder)).map(({ level }) => level);
    const isRemoved = row.removed_at !== null || inherited.isRemoved;
    const grantedLevel = rightsOnFolder
      ? (LEVELS_ASCENDING.findLast((level) => levelsOfPerson.includes(level)) ?? null)
      : inherited.level;
    const result = { level: isAdmin(user) ? ('manage' as const) : grantedLevel, isRemoved };
    resolvedById.set(row.id, result);
    return result;
  };
  return new Map(
    [...rowsById.values()].flatMap((row) => {
      const { level, isRemoved } = resolve(row);
      return level === null || isRemoved
        ? []
        : [[row.id, { ...row, level, hasOwnRights: rightsOf.has(row.id) }] as const];
    }),
  );
}

/** Returns the row of a root folder that is not stored yet. */
const emptyRoot = (space: string): FolderRow => ({
  id: rootOf(space),
  space,
  parent_id: null,
  name: '',
  revision: 0,
  created_by: '',
  created_at: new Date(0),
  removed_at: null,
  removed_by_name: '',
});

/** Locks a space until the transaction ends, so that names stay unique and no folder is moved into itself. */
export const lockSpace = (db: Db, space: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext(${`file_folder ${space}`}))`.execute(db);

/** Returns the space of a folder; the id of a root contains it. Refuses with 404 an unknown folder. */
export async function spaceOf(db: Db, folderId: string): Promise<string> {
  if (folderId.startsWith('root:')) return folderId.slice('root:'.length);
  const row = await db.selectFrom('file_folder').select('space').where('id', '=', folderId).executeTakeFirst();
  if (!row) throw new Refusal('404');
  return row.space;
}

/**
 * Returns the folder if this person has the needed level. Refuses with 404 a folder that they cannot see, and with 403
 * a folder on which they have a lower level.
 */
export function requireLevel(folders: ReadonlyMap<string, Folder>, id: string, needed: FolderLevel): Folder {
  const folder = folders.get(id);
  if (!folder) throw new Refusal('404');
  if (!hasLevel(folder.level, needed)) throw new Refusal('403');
  return folder;
}
