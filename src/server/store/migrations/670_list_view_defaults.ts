import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The view with which a list opens: of one person, or (`user_id` '') of everybody. `view_id`: id of a saved view,
 * `doc:<name>` for a view that the document prepares, or `none` for the list as the document has it.
 */
export const listViewDefaults: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_list_view_default (
      user_id text not null,
      form_key text not null,
      place text not null,
      view_id text not null,
      primary key (form_key, place, user_id)
    )`.execute(db);
    await sql`create index sys_list_view_default_view on sys_list_view_default (view_id)`.execute(db);
  },
};
