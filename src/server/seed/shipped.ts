import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { textHash } from '../store/textHash.ts';

/** A shipped file. `name`: its path in the folder, without extension and with forward slashes. */
export interface ShippedFile {
  name: string;
  text: string;
  hash: string;
}

/** Reads the files of a folder with this extension, in the order of their names; empty if the folder does not exist. */
export function readShipped(folder: string, extension: string): ShippedFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const text = readFileSync(path, 'utf8');
      return {
        name: relative(folder, path).split(sep).join('/').slice(0, -extension.length),
        text,
        hash: textHash(text),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Stored in place of a hash for an item that is loaded only once, whether or not its content changes later. */
export const LOADED_ONCE = '1';

/** Returns whether a shipped text is new, or differs from the text last loaded under this kind and key. */
export async function needsLoading(db: Kysely<Database>, kind: string, key: string, hash: string): Promise<boolean> {
  return (await readLoadedTexts(db, kind)).needsLoading(kind, key, hash);
}

/** The texts that were loaded before, as noted in `sys_seed`. */
export interface LoadedTexts {
  /** Returns whether the text is new, or differs from the text last loaded under this kind and key. */
  needsLoading(kind: string, key: string, hash: string): boolean;
  /** Returns whether a text was ever loaded under this kind and key. */
  isKnown(kind: string, key: string): boolean;
  /** Returns the key and the hash of each loaded text of a kind, sorted by key. */
  entriesOf(kind: string): readonly (readonly [string, string])[];
}

/** Reads the hashes of all loaded texts in one query, for seeding many texts. `kind`: only texts of this kind. */
export async function readLoadedTexts(db: Kysely<Database>, kind?: string): Promise<LoadedTexts> {
  const rows = await db
    .selectFrom('sys_seed')
    .select(['kind', 'key', 'hash'])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .execute();
  const hashes = new Map(rows.map((row) => [JSON.stringify([row.kind, row.key]), row.hash]));
  return {
    needsLoading: (textKind, key, hash) => hashes.get(JSON.stringify([textKind, key])) !== hash,
    isKnown: (textKind, key) => hashes.has(JSON.stringify([textKind, key])),
    entriesOf: (textKind) =>
      rows
        .filter((row) => row.kind === textKind)
        .map((row) => [row.key, row.hash] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/** Marks an item as loaded. Must be called in the transaction that loads the item. */
export async function markLoaded(db: Kysely<Database>, kind: string, key: string, hash: string): Promise<void> {
  await db
    .insertInto('sys_seed')
    .values({ kind, key, hash })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ hash, seeded_at: new Date() }))
    .execute();
}
