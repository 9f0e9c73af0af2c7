import { statfs } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Settings } from '../settings.ts';
import { outageCode } from '../http/outages.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database } from './database.ts';
import type { Trx } from './transaction.ts';

const ASKED_MS = 1_000;
const seen = new Map<string, { at: number; free: number }>();

/** Bytes free where the data lies, asked at most once a second; a file system that does not say counts as empty. */
async function freeSpace(folder: string): Promise<number> {
  const known = seen.get(folder);
  if (known && performance.now() - known.at < ASKED_MS) return known.free;
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  );
  seen.set(folder, { at: performance.now(), free });
  return free;
}

/**
 * Refuses what would add to the data with STORAGE_FULL while less than MIN_FREE_MB is free, so that the last space is
 * the database's own: for its log, for signing in, for reading, and to start again. A PostgreSQL server elsewhere has
 * its own disk; then only uploads (`isFile`) ask. Every transaction of a person asks (`audit/dialect.ts`), but those of
 * routes that let people in or out (`needsNoRoom`); routes ask before they do work in vain.
 */
export async function refuseWhenFull(
  { settings }: { settings: Pick<Settings, 'minFreeMb' | 'databaseUrl' | 'dataDir'> },
  isFile = false,
): Promise<void> {
  if (settings.minFreeMb === 0 || (settings.databaseUrl !== null && !isFile)) return;
  if ((await freeSpace(settings.dataDir)) < settings.minFreeMb * 1024 ** 2) throw new Refusal('STORAGE_FULL');
}

/**
 * Notes by the way that something was opened, in a transaction of its own: a full disk keeps the note back, not what was
 * asked for, and the next opening notes it. Answers whether it is noted; any other failure is thrown.
 */
export async function noteUnlessFull(db: Kysely<Database>, work: (trx: Trx) => Promise<void>): Promise<boolean> {
  try {
    await db.transaction().execute(work);
    return true;
  } catch (error) {
    const code = error instanceof Refusal ? error.code : outageCode(error as Error);
    if (code !== 'STORAGE_FULL') throw error;
    return false;
  }
}
