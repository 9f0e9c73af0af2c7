import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Creates the table of the forms whose records get another state because a version added or removed the process. It
 * stores the progress, so that any server can continue after a crash. For the columns see `records/tables.ts`.
 */
export const recordStates: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table frm_state (form_key varchar(64) primary key, version integer not null, after_id text not null default '', is_late boolean not null default false, since timestamptz not null default now())`.execute(
      db,
    );
  },
};
