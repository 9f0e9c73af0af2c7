import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Creates `doc_open`: a row for each browser page on which a user has a document open in the designer. `place`: a
 * Chinese description of the part that the user is editing.
 */
export const together: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table doc_open (page_id varchar(64) not null, kind varchar(20) not null, doc_key varchar(160) not null,
      user_id varchar(64) not null references sys_user on delete cascade, user_name text not null, place varchar(200) not null default '',
      seen_at timestamptz not null default now(), primary key (page_id, user_id))`.execute(db);
    await sql`create index doc_open_document on doc_open (kind, doc_key)`.execute(db);
  },
};
