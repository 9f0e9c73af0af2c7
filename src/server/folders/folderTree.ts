import { sql, type Selectable } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { Db } from '../store/database.ts';
import type { FolderLevel, FolderTables } from './tables.ts';

type FolderRow = Selectable<FolderTables['file_folder']>;

/** A folder as a person sees it, with what they may do there. */
export interface Folder extends FolderRow {
  level: FolderLevel;
  /** Whether it has rights of its own; else those of the folder above count. */
  hasOwnRights: boolean;
}

const ORDER: readonly FolderLevel[] = ['read', 'write', 'manage'];

/** Whether the level includes the needed one. */
export const hasLevel = (level: FolderLevel, needed: FolderLevel): boolean =>
  ORDER.indexOf(level) >= ORDER.indexOf(needed);

export const rootOf = (space: string): string => `root:${space}`;

/** The holders that a right may name for this person: everybody, their roles, their departments, themselves. */
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
 * The folders of a space that this person may read, by id; all are there for an administrator. Removed ones, and those
 * in removed ones, are left out. A space that nobody has used yet has its root only. Without `space`: of all spaces.
 */
export async function readFolders(db: Db, user: RequestUser, space: string | null): Promise<Map<string, Folder>> {
  const stored = await db
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
  const rows = new Map(stored.map((row) => [row.id, row]));
  if (space !== null && !rows.has(rootOf(space))) rows.set(rootOf(space), emptyRoot(space));
  const rightsOf = new Map<string, typeof rights>();
  for (const right of rights) rightsOf.set(right.folder_id, [...(rightsOf.get(right.folder_id) ?? []), right]);
  const resolved = new Map<string, { level: FolderLevel | null; isGone: boolean }>();
  const resolve = (row: FolderRow): { level: FolderLevel | null; isGone: boolean } => {
    const known = resolved.get(row.id);
    if (known) return known;
    // the end of a chain that leads back to itself, which `saveFolder` does not store
    resolved.set(row.id, { level: null, isGone: true });
    const above = row.parent_id === null ? undefined : rows.get(row.parent_id);
    const inherited = above ? resolve(above) : { level: 'read' as const, isGone: false };
    const own = rightsOf.get(row.id);
    const given = (own ?? []).filter(({ holder }) => holders.has(holder)).map(({ level }) => level);
    const isGone = row.removed_at !== null || inherited.isGone;
    const granted = own ? (ORDER.findLast((level) => given.includes(level)) ?? null) : inherited.level;
    const result = { level: isAdmin(user) ? ('manage' as const) : granted, isGone };
    resolved.set(row.id, result);
    return result;
  };
  return new Map(
    [...rows.values()].flatMap((row) => {
      const { level, isGone } = resolve(row);
      return level === null || isGone ? [] : [[row.id, { ...row, level, hasOwnRights: rightsOf.has(row.id) }] as const];
    }),
  );
}

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

/** Locks a space until the transaction ends, so that names stay unique and no folder gets into itself. */
export const lockSpace = (db: Db, space: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext(${`file_folder ${space}`}))`.execute(db);

/** The space of a folder; that of a root is in its id. Refuses with 404 an unknown folder. */
export async function spaceOf(db: Db, folderId: string): Promise<string> {
  if (folderId.startsWith('root:')) return folderId.slice('root:'.length);
  const row = await db.selectFrom('file_folder').select('space').where('id', '=', folderId).executeTakeFirst();
  if (!row) throw new Refusal('404');
  return row.space;
}

/**
 * The folder, if this person has the level there. Refuses with 404 one that is not there for them, and with 403 one on
 * which they may do less.
 */
export function requireLevel(folders: ReadonlyMap<string, Folder>, id: string, needed: FolderLevel): Folder {
  const folder = folders.get(id);
  if (!folder) throw new Refusal('404');
  if (!hasLevel(folder.level, needed)) throw new Refusal('403');
  return folder;
}
