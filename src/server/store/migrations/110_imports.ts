import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Imports of the rows of a spreadsheet as records. An import continues after the request that started it. `share`: the
 * progress from 0 to 1; `saved`, `refused`: numbers of rows; `bad`: the rows that were not imported, with their
 * problems.
 */
export const imports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table frm_import (
      id varchar(64) primary key, form_key varchar(64) not null, user_id varchar(64) not null references sys_user on delete cascade, file_name text not null,
      state text not null check (state in ('running', 'done', 'failed')), message text not null default '', share double precision not null default 0,
      last_row integer not null default 0, saved integer not null default 0, refused integer not null default 0, bad jsonb not null default '[]',
      created_at timestamptz not null default now(), updated_at timestamptz not null default now())`.execute(db);
    await sql`create index frm_import_user on frm_import (user_id, created_at desc)`.execute(db);
  },
};
