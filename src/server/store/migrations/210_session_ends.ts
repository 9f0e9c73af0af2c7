import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The reason why somebody ended a session, by its refresh token, so that the page can show the reason instead of a
 * timeout.
 */
export const sessionEnds: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table auth_ended (hash text primary key, reason text not null check (reason in ('device', 'password', 'reused', 'disabled')), expires_at timestamptz not null)`.execute(
      db,
    );
    await sql`create index auth_ended_expires on auth_ended (expires_at)`.execute(db);
  },
};
