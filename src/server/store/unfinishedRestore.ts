import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';

/**
 * A table that exists while a restore runs. It is created before the restore removes data, and dropped after the
 * restore has loaded all data.
 */
export const UNFINISHED_TABLE = 'restore_unfinished';

export const markRestoreUnfinished = async (db: Kysely<Database>): Promise<void> => {
  await sql`create table if not exists ${sql.id(UNFINISHED_TABLE)} ()`.execute(db);
};
export const markRestoreFinished = async (db: Kysely<Database>): Promise<void> => {
  await sql`drop table if exists ${sql.id(UNFINISHED_TABLE)}`.execute(db);
};

/** Checks whether a restore is running, failed or was killed, so that the data is incomplete. */
export async function isRestoreUnfinished(db: Kysely<Database>): Promise<boolean> {
  const {
    rows: [table],
  } = await sql<{ is_there: boolean }>`select to_regclass(${UNFINISHED_TABLE}) is not null as is_there`.execute(db);
  return table?.is_there === true;
}
