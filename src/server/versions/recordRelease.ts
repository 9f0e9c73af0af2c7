import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';

export interface Release {
  version: string;
  build: string;
}

/** Number of characters of the hash that identify a build. */
const BUILD_LENGTH = 8;
/** Name of the build if the server runs from its sources. */
const SOURCE_BUILD = '源代码';

const hashOf = (path: string): string | null => {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, BUILD_LENGTH);
  } catch {
    return null;
  }
};

/**
 * Returns the version of the package and the build of this process. `entry`: the file with which the process was
 * started.
 */
export function thisRelease({ packageFile }: Settings, entry = process.argv[1] ?? ''): Release {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  return { version, build: (entry.endsWith('.js') ? hashOf(entry) : null) ?? SOURCE_BUILD };
}

/**
 * Stores the release if its version or build differs from the last stored release. Several servers that start with the
 * same release store it once.
 */
export async function recordRelease(db: Kysely<Database>, { version, build }: Release): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // without the lock, two servers that start at the same time would both insert
    await sql`lock table sys_release in share row exclusive mode`.execute(trx);
    await sql`insert into sys_release (version, build) select ${version}, ${build}
    where not exists (select 1 from (select version, build from sys_release order by id desc limit 1) last
      where last.version = ${version} and last.build = ${build})`.execute(trx);
  });
}
