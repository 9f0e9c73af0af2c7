import type { Selectable } from 'kysely';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../http/refusal.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { FileTables } from './tables.ts';

/** A file in answers (FL-001). `size` in bytes; `url`: address of the download call. */
export interface FileRecord {
  id: string;
  fileName: string;
  fileExt: string;
  url: string;
  size: number;
}
export type FileRow = Selectable<FileTables['att_file']>;

export const toFileRecord = ({
  id,
  file_name,
  file_ext,
  size,
}: Pick<FileRow, 'id' | 'file_name' | 'file_ext' | 'size'>): FileRecord => ({
  id,
  fileName: file_name,
  fileExt: file_ext,
  url: `/api/file/sys/file/download/${id}`,
  size,
});

/**
 * Returns the files with these ids that this person may read, in the order of the ids. Administrators may read all
 * files; other people their own uploads, and files to which a function in `fileAccess` gives access (such as a file of
 * a record that the person may read).
 */
export async function readableFiles(
  { db, fileAccess }: ServerContext,
  user: RequestUser,
  ids: readonly string[],
): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('att_file')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const readableIds = new Set(rows.filter((row) => isAdmin(user) || row.uploader_id === user.id).map(({ id }) => id));
  const undecidedIds = rows.map(({ id }) => id).filter((id) => !readableIds.has(id));
  if (undecidedIds.length > 0) {
    for (const access of fileAccess) for (const id of await access(user, undecidedIds)) readableIds.add(id);
  }
  return ids.flatMap((id) => (readableIds.has(id) ? (byId.get(id) ?? []) : []));
}

/**
 * Returns a file that this person may read. Refuses with 404 both an unknown id and a file that the person may not
 * read, so that ids cannot be guessed.
 */
export async function readableFile(context: ServerContext, user: RequestUser, id: string): Promise<FileRow> {
  const [row] = await readableFiles(context, user, [id]);
  if (!row) throw new Refusal('404');
  return row;
}
