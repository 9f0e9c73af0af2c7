import { sql, type Kysely, type Migration } from 'kysely';

/** The expiry of one-time passwords. Passwords issued before this migration do not expire. */
export const oneTimeUntil: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table sys_user add column one_time_until timestamptz`.execute(db);
  },
};
