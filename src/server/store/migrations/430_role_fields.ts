import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Columns with the fields of a form that a role cannot see (`hidden`) or cannot change (`locked`). A field is named by
 * its key, a column of a sub-table by `table.column`.
 */
export const roleFields: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table sys_role_form add column hidden jsonb not null default '[]', add column locked jsonb not null default '[]'`,
  // a partial index: every request reads the restrictions, but most roles have none
  `create index sys_role_form_fields on sys_role_form (role_code, form_key) where hidden <> '[]' or locked <> '[]'`,
  // true if the titles of records with an approval are recomputed too: the hidden fields of a role have changed
  `alter table frm_retitle add column with_approvals boolean not null default false`,
];
