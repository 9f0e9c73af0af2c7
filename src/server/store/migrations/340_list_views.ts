import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Saved views of lists: of one person, or shared with everybody who reads the form. `place` is the name of the list.
 */
export const listViews: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_list_view (
      id text primary key,
      user_id text not null,
      form_key text not null,
      place text not null,
      name text not null,
      is_shared boolean not null default false,
      config jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
    await sql`create index sys_list_view_place on sys_list_view (form_key, place)`.execute(db);
  },
};
