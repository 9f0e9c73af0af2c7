import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Kept values: columns that the server computes, with their plans. `frm_rollup_lock` has no rows. Writers of records
 * lock it in share mode, and a change of plans locks it exclusively, so that no plan changes while a record is being
 * written.
 */
export const rollups: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table frm_column add column is_kept boolean not null default false`,
  `alter table frm_column drop constraint frm_column_pkey`,
  `alter table frm_column add primary key (form_key, table_key, field_key, kind, is_kept)`,
  `create table frm_rollup (form_key varchar(64) not null, field_key varchar(160) not null, from_form varchar(64) not null, position integer not null,
    plan jsonb not null, primary key (form_key, field_key))`,
  `create index frm_rollup_from on frm_rollup (from_form, form_key)`,
  `create table frm_rollup_lock (held boolean primary key)`,
];
