import { sql, type Kysely, type Migration } from 'kysely';

/** Where and with what a session was opened, and when it was last renewed: its person sees their own and ends them. */
export const sessions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table auth_session add column address text not null default '', add column device text not null default '', add column seen_at timestamptz not null default now()`.execute(
      db,
    );
  },
};
