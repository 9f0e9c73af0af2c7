import { sql, type Kysely, type Migration } from 'kysely';

/**
 * References between records, by field and row. Each save writes them in its transaction. They are read to find the
 * records that refer to a record.
 */
export const relations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table frm_relation (
    from_form varchar(64) not null, from_id varchar(64) not null, table_key varchar(64) not null default '', row_id varchar(64) not null default '',
    field_key varchar(64) not null, to_form varchar(64) not null, to_id varchar(64) not null,
    primary key (from_id, table_key, row_id, field_key, to_id))`,
  `create index frm_relation_to on frm_relation (to_id, from_form, field_key, from_id)`,
];
