import { sql, type Kysely, type Migration } from 'kysely';

/** Fields of a form that a role never sees (`hidden`) or never changes (`locked`), by key, `table.column` for a column. */
export const roleFields: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table sys_role_form add column hidden jsonb not null default '[]', add column locked jsonb not null default '[]'`,
  // asked with every request: most roles keep nothing back
  `create index sys_role_form_fields on sys_role_form (role_code, form_key) where hidden <> '[]' or locked <> '[]'`,
  // what a role never sees leaves the titles of records in approvals, too
  `alter table frm_retitle add column with_approvals boolean not null default false`,
];
