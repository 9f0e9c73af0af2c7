import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { textHash } from '../store/textHash.ts';

/** A file of the shipped documents. `name` is its path under the folder without the ending, with forward slashes. */
export interface ShippedFile {
  name: string;
  text: string;
  hash: string;
}

/** The files of a folder with this ending, in the order of their names; none when the folder is absent. */
export function readShipped(folder: string, ending: string): ShippedFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, 'utf8');
      return { name: relative(folder, path).split(sep).join('/').slice(0, -ending.length), text, hash: textHash(text) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether this form of the thing still has to be loaded: it is new, or its shipped text differs from the one loaded last. */
export async function isFresh(db: Kysely<Database>, kind: string, key: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('sys_seed')
    .select('hash')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.hash !== hash;
}

/** Notes that it was loaded; call in the transaction that loads it. */
export async function markLoaded(db: Kysely<Database>, kind: string, key: string, hash: string): Promise<void> {
  await db
    .insertInto('sys_seed')
    .values({ kind, key, hash })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ hash, seeded_at: new Date() }))
    .execute();
}
