import { sql, type Kysely, type Migration } from 'kysely';

/** Trial imports of records, which store no records, their previews, and the rows that an import rejected. */
export const importPreview: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table frm_import add column is_trial boolean not null default false, add column preview jsonb`,
  `create table frm_import_row (import_id varchar(64) not null references frm_import on delete cascade, row integer not null,
    cells jsonb not null, message text not null, primary key (import_id, row))`,
];
