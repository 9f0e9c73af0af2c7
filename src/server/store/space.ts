import { statfs } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Settings } from '../settings.ts';
import { outageCode } from '../http/outages.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database } from './database.ts';
import type { Trx } from './transaction.ts';

const CACHE_MS = 1_000;
const cachedSpace = new Map<string, { at: number; free: number }>();

/**
 * Returns the free bytes of the data folder's disk, measured at most once a second. Returns Infinity if the file
 * system does not report them.
 */
async function measureFreeSpace(folder: string): Promise<number> {
  const cached = cachedSpace.get(folder);
  if (cached && performance.now() - cached.at < CACHE_MS) return cached.free;
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  );
  cachedSpace.set(folder, { at: performance.now(), free });
  return free;
}

/**
 * Refuses with STORAGE_FULL while less than MIN_FREE_MB is free: the rest is reserved for the log of the database, so
 * that people can still sign in and read, and the server can restart. With an external PostgreSQL server only uploads
 * (`isUpload`) are checked. Every transaction of a person is checked (`actorDialect.ts`), except those of routes for
 * signing in and out (`isAllowedWhenFull`). Routes with expensive work also call this function before the work.
 */
export async function refuseWhenFull(
  { settings }: { settings: Pick<Settings, 'minFreeMb' | 'databaseUrl' | 'dataDir'> },
  isUpload = false,
): Promise<void> {
  if (settings.minFreeMb === 0 || (settings.databaseUrl !== null && !isUpload)) return;
  if ((await measureFreeSpace(settings.dataDir)) < settings.minFreeMb * 1024 ** 2) throw new Refusal('STORAGE_FULL');
}

/**
 * Runs a secondary write, for example a read mark, in a separate transaction. If the disk is full, the write is
 * skipped and the request continues. Returns true if the write was done; throws other errors.
 */
export async function writeUnlessFull(db: Kysely<Database>, work: (trx: Trx) => Promise<void>): Promise<boolean> {
  try {
    await db.transaction().execute(work);
    return true;
  } catch (error) {
    const code = error instanceof Refusal ? error.code : outageCode(error as Error);
    if (code !== 'STORAGE_FULL') throw error;
    return false;
  }
}
