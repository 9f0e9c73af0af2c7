import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { newId } from '../store/id.ts';

/** An upload under way is never this old. */
const GRACE_MS = 24 * 3_600_000;
const MARK = 'store-id';
const AT_ONCE = 500;

/**
 * Whether the folder belongs to this database: both carry the same number. A folder that has none gets the database's;
 * with another one's (a wrong DATABASE_URL or DATA_DIR) nothing may be removed.
 */
async function isOwn(db: Kysely<Database>, folder: string): Promise<boolean> {
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
  const path = join(folder, MARK);
  const found = await readFile(path, 'utf8').catch(() => null);
  if (found !== null) return found === hash;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path, hash, { mode: 0o600 });
  return true;
}

/**
 * Removes contents that no row names, a day after they were written: what an upload left behind whose server died between
 * content and row. Nobody can have their id. Any number of servers may do it at once. Answers how many were removed, null
 * when the folder belongs to another database.
 */
export async function sweepFiles(db: Kysely<Database>, folder: string, graceMs = GRACE_MS): Promise<number | null> {
  if (!(await isOwn(db, folder))) return null;
  let removed = 0;
  for (const name of await readdir(folder)) {
    if (!/^[0-9a-f]{2}$/.test(name)) continue;
    const old: string[] = [];
    for (const file of await readdir(join(folder, name))) {
      const found = await stat(join(folder, name, file)).catch(() => null);
      if (found?.isFile() && Date.now() - found.mtimeMs > graceMs) old.push(file);
    }
    for (let at = 0; at < old.length; at += AT_ONCE) {
      const some = old.slice(at, at + AT_ONCE);
      const rows = await db.selectFrom('att_file').select('id').where('id', 'in', some).execute();
      const known = new Set(rows.map(({ id }) => id));
      for (const file of some) {
        if (known.has(file)) continue;
        await rm(join(folder, name, file), { force: true });
        removed += 1;
      }
    }
  }
  return removed;
}
