import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Creates `auth_ended`: why a session was ended before it expired, by the hash of its refresh token. The page of this
 * session shows the reason; without it, the page would say that the session has expired.
 */
export const sessionEnds: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table auth_ended (hash text primary key, reason text not null check (reason in ('device', 'password', 'reused', 'disabled')), expires_at timestamptz not null)`.execute(
      db,
    );
    await sql`create index auth_ended_expires on auth_ended (expires_at)`.execute(db);
  },
};
