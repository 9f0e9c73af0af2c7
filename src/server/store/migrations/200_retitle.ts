import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Creates the table of the forms whose record titles must be recomputed, because a version has hidden a field. Each row
 * stores the progress, so that any server can continue after a crash. `after_id`: id of the last record with a
 * recomputed title; `is_late`: the second pass, for records that were saved during the first one.
 */
export const retitling: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table frm_retitle (form_key varchar(64) primary key, version integer not null, after_id text not null, is_late boolean not null, since timestamptz not null default now())`.execute(
      db,
    );
  },
};
