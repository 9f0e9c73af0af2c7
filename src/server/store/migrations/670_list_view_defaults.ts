import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The default view of a list, for one person or, with `user_id` '', for everybody. `place`: the screen and the list's
 * position on it. `view_id`: the id of a saved view, `doc:<name>` for a view in the document, or `none` for the list
 * without a view.
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
