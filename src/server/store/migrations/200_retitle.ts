import { sql, type Kysely, type Migration } from 'kysely';

/** Forms whose records are being titled anew since a version hid a field: how far that is, so that any server goes on with it after any crash. */
export const retitling: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table frm_retitle (form_key varchar(64) primary key, version integer not null, after_id text not null, is_late boolean not null, since timestamptz not null default now())`.execute(
      db,
    );
  },
};
