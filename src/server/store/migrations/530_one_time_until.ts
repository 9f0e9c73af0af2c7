import { sql, type Kysely, type Migration } from 'kysely';

/** Until when a one-time password opens an account; those given before keep no end. */
export const oneTimeUntil: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sys_user add column one_time_until timestamptz`.execute(db);
  },
};
