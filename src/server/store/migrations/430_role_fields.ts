import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Fields of a form that a role cannot see (`hidden`) or change (`locked`), by key, `table.column` for a column of a
 * sub-table.
 */
export const roleFields: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table sys_role_form add column hidden jsonb not null default '[]', add column locked jsonb not null default '[]'`,
  // read with every request, but most roles have no restrictions
  `create index sys_role_form_fields on sys_role_form (role_code, form_key) where hidden <> '[]' or locked <> '[]'`,
  // hidden fields are also removed from the titles of records in approvals
  `alter table frm_retitle add column with_approvals boolean not null default false`,
];
