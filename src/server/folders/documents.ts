import { sql } from 'kysely';
import type { FileAccess, ServerContext } from '../context.ts';
import { toFileRecord, type FileRecord, type FileRow } from '../files/index.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { RequestUser } from '../http/user.ts';
import type { Db } from '../store/database.ts';
import { escapeLikeText } from '../store/escapeLikeText.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import { ensureRoot } from './changeFolders.ts';
import { lockSpace, readFolders, requireLevel, rootOf, spaceOf } from './folderTree.ts';
import { MAX_DOCUMENT_NAME_LENGTH, validName } from './names.ts';

const MAX_FOUND_DOCUMENTS = 200;

/** A version of a document. `file`: the stored file of the version, but with the name of the document. */
export interface DocumentVersion {
  version: number;
  file: FileRecord;
  note: string;
  createByName: string;
  createTime: string;
}

/** A document in a folder with its latest version. */
export interface FolderDocument extends DocumentVersion {
  id: string;
  folderId: string;
  name: string;
  revision: number;
}

/** Query of the documents that are not removed, each with its latest version and file. */
const latestVersions = (db: Db) =>
  db
    .selectFrom('file_document as d')
    .innerJoin('file_version as v', (join) =>
      join.onRef('v.document_id', '=', 'd.id').onRef('v.version', '=', 'd.version'),
    )
    .innerJoin('att_file as f', 'f.id', 'v.file_id')
    .where('d.removed_at', 'is', null)
    .select(['d.id', 'd.folder_id', 'd.name', 'd.version', 'd.revision', 'v.note', 'v.created_by_name', 'v.created_at'])
    .select(['f.id as file_id', 'f.file_ext', 'f.size']);

type LatestRow = Awaited<ReturnType<ReturnType<typeof latestVersions>['execute']>>[number];

const versionOf = (
  name: string,
  row: Pick<LatestRow, 'version' | 'note' | 'created_by_name' | 'created_at' | 'file_id' | 'file_ext' | 'size'>,
): DocumentVersion => ({
  version: row.version,
  file: toFileRecord({ id: row.file_id, file_name: name, file_ext: row.file_ext, size: row.size }),
  note: row.note,
  createByName: row.created_by_name,
  createTime: timeText(row.created_at),
});

const documentOf = (row: LatestRow): FolderDocument => ({
  id: row.id,
  folderId: row.folder_id,
  name: row.name,
  revision: row.revision,
  ...versionOf(row.name, row),
});

/** Returns the documents of a folder, by name. Refuses with 404 a folder that this person may not read. */
export async function documentsOf(db: Db, user: RequestUser, folderId: string): Promise<FolderDocument[]> {
  const space = await spaceOf(db, folderId);
  const folders = await readFolders(db, user, space);
  // the root is shown as the parent of readable folders, even if this person may not read the documents in the root
  if (folderId === rootOf(space) && !folders.has(folderId)) return [];
  requireLevel(folders, folderId, 'read');
  const rows = await latestVersions(db).where('d.folder_id', '=', folderId).execute();
  return rows.map(documentOf).sort((a, b) => a.name.localeCompare(b.name, 'zh'));
}

/** Finds documents of the space whose name contains the keyword, in the folders that this person may read. */
export async function findDocuments(
  db: Db,
  user: RequestUser,
  { space, keyword }: { space: string; keyword: string },
): Promise<FolderDocument[]> {
  const folders = await readFolders(db, user, space);
  if (folders.size === 0) return [];
  const rows = await latestVersions(db)
    .where('d.folder_id', 'in', [...folders.keys()])
    .where('d.name', 'ilike', `%${escapeLikeText(keyword.trim())}%`)
    .orderBy('v.created_at', 'desc')
    .limit(MAX_FOUND_DOCUMENTS)
    .execute();
  return rows.map(documentOf);
}

interface DocumentRow {
  id: string;
  folder_id: string;
  name: string;
  version: number;
  revision: number;
}

/**
 * Locks the space of a document and returns the document. Refuses with 404 a document that does not exist or that this
 * person may not read, and with 403 a person who has less than `neededLevel` on its folder.
 */
async function findDocumentAndLockSpace(
  trx: Trx,
  user: RequestUser,
  id: string,
  neededLevel: 'read' | 'write',
): Promise<DocumentRow> {
  const readDocument = () =>
    trx
      .selectFrom('file_document')
      .select(['id', 'folder_id', 'name', 'version', 'revision'])
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
  const beforeLock = await readDocument();
  if (!beforeLock) throw new Refusal('404');
  const space = await spaceOf(trx, beforeLock.folder_id);
  await lockSpace(trx, space);
  // read again: the document may have changed before the space was locked
  const row = await readDocument();
  if (!row) throw new Refusal('404');
  requireLevel(await readFolders(trx, user, space), row.folder_id, neededLevel);
  return row;
}

/** Returns all versions of a document, the latest first. Refuses with 404 a document that this person may not read. */
export async function versionsOf(db: Db, user: RequestUser, documentId: string): Promise<DocumentVersion[]> {
  const document = await db
    .selectFrom('file_document')
    .select(['folder_id', 'name'])
    .where('id', '=', documentId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!document) throw new Refusal('404');
  requireLevel(await readFolders(db, user, await spaceOf(db, document.folder_id)), document.folder_id, 'read');
  const rows = await db
    .selectFrom('file_version as v')
    .innerJoin('att_file as f', 'f.id', 'v.file_id')
    .where('v.document_id', '=', documentId)
    .select(['v.version', 'v.note', 'v.created_by_name', 'v.created_at', 'f.id as file_id', 'f.file_ext', 'f.size'])
    .orderBy('v.version', 'desc')
    .execute();
  return rows.map((row) => versionOf(document.name, row));
}

/** Adds a version to a document. Returns the number of the version. */
async function addVersion(
  trx: Trx,
  user: RequestUser,
  { id, version, revision }: Pick<DocumentRow, 'id' | 'version' | 'revision'>,
  { fileId, note }: { fileId: string; note: string },
): Promise<number> {
  const newVersion = version + 1;
  await trx
    .insertInto('file_version')
    .values({
      document_id: id,
      version: newVersion,
      file_id: fileId,
      note,
      created_by: user.id,
      created_by_name: user.name,
    })
    .execute();
  await trx
    .updateTable('file_document')
    .set({ version: newVersion, revision: revision + 1 })
    .where('id', '=', id)
    .execute();
  return newVersion;
}

export interface UploadInput {
  folderId: string;
  fileId: string;
  note?: string | null;
  /** The document that gets a new version. Absent: the document with the file's name, or a new document. */
  documentId?: string | null;
}

/**
 * Stores an uploaded file as a new version of `documentId` or of the document with the same name, else as a new
 * document of the folder. The caller checks that this person may read the file. Refuses with 403 a person who may not
 * write in the folder, with 404 an unknown folder or a `documentId` that is not in the folder, and with REQUEST_INVALID
 * an invalid name or a version of another file type.
 */
export async function storeUpload(
  trx: Trx,
  user: RequestUser,
  file: FileRow,
  { folderId, note, documentId }: UploadInput,
): Promise<{ id: string; version: number; name: string }> {
  const space = await spaceOf(trx, folderId);
  await lockSpace(trx, space);
  await ensureRoot(trx, user, space);
  requireLevel(await readFolders(trx, user, space), folderId, 'write');
  const name = validName(file.file_name, MAX_DOCUMENT_NAME_LENGTH);
  const existingDocument = await trx
    .selectFrom('file_document')
    .select(['id', 'name', 'version', 'revision'])
    .where('folder_id', '=', folderId)
    .where('removed_at', 'is', null)
    .where((eb) => (documentId ? eb('id', '=', documentId) : eb('name', '=', name)))
    .executeTakeFirst();
  if (documentId && !existingDocument) throw new Refusal('404');
  const input = { fileId: file.id, note: (note ?? '').trim() };
  if (existingDocument) {
    const extension = extensionOf(existingDocument.name);
    if (extension !== extensionOf(name))
      throw new Refusal('REQUEST_INVALID', {
        detail: `“${existingDocument.name}”的新版本应为同类型（.${extension}）的文件，其他类型请作为新文件上传`,
      });
    return {
      id: existingDocument.id,
      version: await addVersion(trx, user, existingDocument, input),
      name: existingDocument.name,
    };
  }
  const id = newId();
  await trx
    .insertInto('file_document')
    .values({ id, folder_id: folderId, name, version: 0, created_by: user.id })
    .execute();
  return { id, version: await addVersion(trx, user, { id, version: 0, revision: 1 }, input), name };
}

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * Copies an earlier version as the new latest version. Returns the number of the new version. Refuses with 403 a person
 * who may not write in the folder, and with 404 an unknown document or version.
 */
export async function restoreVersion(
  trx: Trx,
  user: RequestUser,
  { documentId, version }: { documentId: string; version: number },
): Promise<number> {
  const document = await findDocumentAndLockSpace(trx, user, documentId, 'write');
  const earlierVersion = await trx
    .selectFrom('file_version')
    .select('file_id')
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!earlierVersion) throw new Refusal('404');
  return addVersion(trx, user, document, { fileId: earlierVersion.file_id, note: `恢复第 ${version} 版` });
}

/**
 * Renames a document or moves it to another folder of its space. Refuses with 403 a person who may not write in both
 * folders, with 404 an unknown document or folder, with REQUEST_INVALID an invalid name or another file extension, with
 * FOLDER_CHANGED an outdated `revision`, and with FOLDER_NAME a name that another document of the folder has.
 */
export async function saveDocument(
  trx: Trx,
  user: RequestUser,
  input: { id: string; name: string; folderId: string; revision: number },
): Promise<void> {
  const document = await findDocumentAndLockSpace(trx, user, input.id, 'write');
  if (document.revision !== input.revision) throw new Refusal('FOLDER_CHANGED', { name: document.name });
  const folders = await readFolders(trx, user, await spaceOf(trx, document.folder_id));
  requireLevel(folders, input.folderId, 'write');
  const name = validName(input.name, MAX_DOCUMENT_NAME_LENGTH);
  if (extensionOf(name) !== extensionOf(document.name))
    throw new Refusal('REQUEST_INVALID', { detail: `请保留扩展名 .${extensionOf(document.name)}` });
  const sameName = await trx
    .selectFrom('file_document')
    .select('id')
    .where('folder_id', '=', input.folderId)
    .where('removed_at', 'is', null)
    .where('name', '=', name)
    .where('id', '<>', input.id)
    .executeTakeFirst();
  if (sameName) throw new Refusal('FOLDER_NAME', { name });
  await trx
    .updateTable('file_document')
    .set({ name, folder_id: input.folderId, revision: document.revision + 1 })
    .where('id', '=', input.id)
    .execute();
}

/**
 * Marks a document as removed; it can be restored. Refuses with 403 a person who may not write in the folder, with 404
 * an unknown document, and with FOLDER_CHANGED an outdated `revision`.
 */
export async function removeDocument(
  trx: Trx,
  user: RequestUser,
  { id, revision }: { id: string; revision: number },
): Promise<void> {
  const document = await findDocumentAndLockSpace(trx, user, id, 'write');
  if (document.revision !== revision) throw new Refusal('FOLDER_CHANGED', { name: document.name });
  await trx
    .updateTable('file_document')
    .set({ removed_at: new Date(), removed_by_name: user.name, revision: revision + 1 })
    .where('id', '=', id)
    .execute();
}

/** File access through folders: a person may read the files of documents in the folders that they may read. */
export const folderFileAccess =
  ({ db }: ServerContext): FileAccess =>
  async (user, fileIds) => {
    const links = await db
      .selectFrom('file_version as v')
      .innerJoin('file_document as d', 'd.id', 'v.document_id')
      .innerJoin('file_folder as f', 'f.id', 'd.folder_id')
      .where('v.file_id', 'in', [...fileIds])
      .where('d.removed_at', 'is', null)
      .select(['v.file_id', 'd.folder_id', 'f.space'])
      .execute();
    const readableFileIds = new Set<string>();
    for (const space of new Set(links.map((link) => link.space))) {
      const folders = await readFolders(db, user, space);
      for (const link of links) if (folders.has(link.folder_id)) readableFileIds.add(link.file_id);
    }
    return [...readableFileIds];
  };

/** Returns the number of documents in each folder of the space. */
export async function countDocuments(db: Db, space: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ folder_id: string; count: number }>`select d.folder_id, count(*)::int as count
    from file_document d join file_folder f on f.id = d.folder_id
    where f.space = ${space} and d.removed_at is null group by d.folder_id`.execute(db);
  return new Map(rows.map(({ folder_id, count }) => [folder_id, count]));
}
