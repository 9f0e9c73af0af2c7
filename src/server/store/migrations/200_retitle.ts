import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Forms with record titles that are being rebuilt after a version hid a field, with the progress, so that any server
 * can continue after a crash.
 */
export const retitling: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table frm_retitle (form_key varchar(64) primary key, version integer not null, after_id text not null, is_late boolean not null, since timestamptz not null default now())`.execute(
      db,
    );
  },
};
