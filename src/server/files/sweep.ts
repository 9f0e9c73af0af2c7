import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { newId } from '../store/id.ts';
import type { FileStore } from './store.ts';

/** An upload under way is never this old. */
const GRACE_MS = 24 * 3_600_000;
const AT_ONCE = 500;

/** The number of this database, which the folder or bucket of its files carries, too. */
export async function markOf(db: Kysely<Database>): Promise<string> {
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
 * Removes contents that no row and nothing in the recycle bin names, a day after they were written: what an upload left behind whose server died between
 * content and row. Nobody can have their id. Any number of servers may do it at once. Answers how many were removed, null
 * when they lie in a folder or bucket of another database.
 */
export async function sweepFiles(db: Kysely<Database>, files: FileStore, graceMs = GRACE_MS): Promise<number | null> {
  // with another database's number (a wrong DATABASE_URL, DATA_DIR or S3_BUCKET) nothing may be removed
  if (!(await files.claim(await markOf(db)))) return null;
  const before = Date.now() - graceMs;
  let removed = await files.sweepUnfinished(before);
  let old: string[] = [];
  const removeUnknown = async (): Promise<void> => {
    const rows = await db.selectFrom('att_file').select('id').where('id', 'in', old).execute();
    const inBin = await db
      .selectFrom('sys_bin')
      .select('key')
      .where('kind', '=', 'file')
      .where('key', 'in', old)
      .execute();
    const known = new Set([...rows.map(({ id }) => id), ...inBin.map(({ key }) => key)]);
    for (const id of old) {
      if (known.has(id)) continue;
      await files.remove(id);
      removed += 1;
    }
    old = [];
  };
  for await (const { id, modifiedAt } of files.list()) {
    if (modifiedAt >= before) continue;
    old.push(id);
    if (old.length >= AT_ONCE) await removeUnknown();
  }
  if (old.length > 0) await removeUnknown();
  return removed;
}
