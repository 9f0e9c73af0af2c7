import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** Rights of each role for the records of each form, and data scopes of chosen departments. */
export const roleRights: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    await watchTable(db, 'sys_role_form', { key: ['role_code', 'form_key'] });
    await watchTable(db, 'sys_form_grid', { key: ['form_key'] });
  },
};

const STATEMENTS = [
  `alter table sys_role_scope drop constraint sys_role_scope_scope_check,
    add constraint sys_role_scope_scope_check check (scope in ('all', 'unit', 'deptTree', 'dept', 'self', 'chosen')),
    add column dept_ids jsonb not null default '[]'`,
  // role '*': every signed-in user
  `create table sys_role_form (role_code varchar(64) not null, form_key varchar(64) not null, rights jsonb not null default '[]', primary key (role_code, form_key))`,
  `create index sys_role_form_form on sys_role_form (form_key)`,
  // if a form has a row here, only `sys_role_form` gives rights on it; otherwise default rights and the keepers of its
  // definition apply (`rightsWithoutGrid`)
  `create table sys_form_grid (form_key varchar(64) primary key, filled_at timestamptz not null default now(), filled_by text not null default '')`,
  // every change of the rights changes the revision with which cached rights are validated (`sys_reach`)
  ...['sys_role_form', 'sys_form_grid'].flatMap((table) => [
    `create constraint trigger ${table}_reach after insert or delete or update on ${table} deferrable initially deferred for each row execute function sys_reach_note()`,
    `create trigger ${table}_reach_all after truncate on ${table} for each statement execute function sys_reach_note()`,
  ]),
];
