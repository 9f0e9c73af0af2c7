import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Address and browser of a session and the time of its last renewal, so that people can see and end their own sessions.
 */
export const sessions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table auth_session add column address text not null default '', add column device text not null default '', add column seen_at timestamptz not null default now()`.execute(
      db,
    );
  },
};
