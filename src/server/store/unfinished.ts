import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';

/** A table that stands there from before the first thing a restore takes away until after the last one it brings. */
export const UNFINISHED = 'restore_unfinished';

export const markUnfinished = async (db: Kysely<Database>): Promise<void> => {
  await sql`create table if not exists ${sql.id(UNFINISHED)} ()`.execute(db);
};
export const markFinished = async (db: Kysely<Database>): Promise<void> => {
  await sql`drop table if exists ${sql.id(UNFINISHED)}`.execute(db);
};

/** Whether a restore was killed or failed here, or is under way: what is there is of no use. */
export async function isUnfinished(db: Kysely<Database>): Promise<boolean> {
  const {
    rows: [found],
  } = await sql<{ is_there: boolean }>`select to_regclass(${UNFINISHED}) is not null as is_there`.execute(db);
  return found?.is_there === true;
}
