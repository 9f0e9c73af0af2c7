import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import type { FileStore } from './fileStore.ts';

/** Minimum age of contents to remove. No running upload is this old. */
const GRACE_MS = 24 * 3_600_000;
const BATCH_SIZE = 500;

/** Returns the id of this database, which its file store also contains. */
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
 * Removes contents without a row and without a reference from the recycle bin, a day after they were written. Such
 * contents remain if the server stops between storing a content and its row. Several servers may run this at the same
 * time. Returns the number of removed contents; null when the store belongs to another database.
 */
export async function sweepFiles(db: Kysely<Database>, files: FileStore, graceMs = GRACE_MS): Promise<number | null> {
  // if another database has marked the store (wrong DATABASE_URL, DATA_DIR or S3_BUCKET), nothing may be removed
  if (!(await files.claim(await loadDatabaseMark(db)))) return null;
  const before = Date.now() - graceMs;
  let removed = await files.sweepUnfinished(before);
  let expired: string[] = [];
  const removeUnknown = async (): Promise<void> => {
    const rows = await db.selectFrom('att_file').select('id').where('id', 'in', expired).execute();
    const inBin = await db
      .selectFrom('sys_bin')
      .select('key')
      .where('kind', '=', 'file')
      .where('key', 'in', expired)
      .execute();
    const referenced = new Set([...rows.map(({ id }) => id), ...inBin.map(({ key }) => key)]);
    for (const id of expired) {
      if (referenced.has(id)) continue;
      await files.remove(id);
      removed += 1;
    }
    expired = [];
  };
  for await (const { id, modifiedAt } of files.list()) {
    if (modifiedAt >= before) continue;
    expired.push(id);
    if (expired.length >= BATCH_SIZE) await removeUnknown();
  }
  if (expired.length > 0) await removeUnknown();
  return removed;
}
