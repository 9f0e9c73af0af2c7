import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import type { FileStore } from './fileStore.ts';

/** Minimum age of contents to remove. No running upload is this old. */
const GRACE_MS = 24 * 3_600_000;
const BATCH_SIZE = 500;

/**
 * Returns the random id of this database, by which its file store is marked (`FileStore.claim`). Creates the id at the
 * first call.
 */
export async function loadDatabaseMark(db: Kysely<Database>): Promise<string> {
  await db
    .insertInto('sys_seed')
    .values({ kind: 'store', key: 'id', hash: newId() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { hash } = await db
    .selectFrom('sys_seed')
    .select('hash')
    .where('kind', '=', 'store')
    .where('key', '=', 'id')
    .executeTakeFirstOrThrow();
  return hash;
}

/**
 * Removes unfinished uploads, and the contents of files to which neither a row of `att_file` nor an entry of the
 * recycle bin refers, if they are older than `graceMs` (a day). A content without a row remains if the server stops
 * after it has stored the content and before it stores the row. Several servers may run this function at the same time.
 * Returns the number of removed contents and uploads; null when the store belongs to another database.
 */
export async function sweepFiles(db: Kysely<Database>, files: FileStore, graceMs = GRACE_MS): Promise<number | null> {
  // if another database has marked the store (wrong DATABASE_URL, DATA_DIR or S3_BUCKET), nothing may be removed
  if (!(await files.claim(await loadDatabaseMark(db)))) return null;
  const cutoffMs = Date.now() - graceMs;
  let removedCount = await files.sweepUnfinished(cutoffMs);
  let oldIds: string[] = [];
  const removeUnreferenced = async (): Promise<void> => {
    const rows = await db.selectFrom('att_file').select('id').where('id', 'in', oldIds).execute();
    const binRows = await db
      .selectFrom('sys_bin')
      .select('key')
      .where('kind', '=', 'file')
      .where('key', 'in', oldIds)
      .execute();
    const referencedIds = new Set([...rows.map(({ id }) => id), ...binRows.map(({ key }) => key)]);
    for (const id of oldIds) {
      if (referencedIds.has(id)) continue;
      await files.remove(id);
      removedCount += 1;
    }
    oldIds = [];
  };
  for await (const { id, modifiedAt } of files.list()) {
    if (modifiedAt >= cutoffMs) continue;
    oldIds.push(id);
    if (oldIds.length >= BATCH_SIZE) await removeUnreferenced();
  }
  if (oldIds.length > 0) await removeUnreferenced();
  return removedCount;
}
