import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** The data scope of each role per form ('': all forms without a separate row), and indexes for reading with it. */
export const roleScope: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_role_scope (
      role_code varchar(64) not null references sys_role on delete cascade, form_key varchar(64) not null default '',
      scope varchar(20) not null check (scope in ('all', 'unit', 'deptTree', 'dept', 'self')), primary key (role_code, form_key))`.execute(
      db,
    );
    // the default scopes of the built-in roles
    await sql`insert into sys_role_scope (role_code, scope) select code, 'unit' from sys_role where code = 'manager'`.execute(
      db,
    );
    await sql`create index frm_record_unit on frm_record (unit_id, create_time desc, id desc)`.execute(db);
    await sql`create index frm_record_dept on frm_record (dept_id, create_time desc, id desc)`.execute(db);
    await watchTable(db, 'sys_role_scope', { key: ['role_code', 'form_key'] });
  },
};
