import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/**
 * Deleted documents, dictionaries, departments, posts, groups, roles and files, until they are restored or removed
 * permanently. `parts`: the deleted rows by table; `more`: further data that the restoration requires.
 */
export const recycleBin: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_bin (
      id varchar(64) primary key,
      kind varchar(20) not null,
      key text not null,
      name text not null,
      parts jsonb not null,
      more jsonb not null default '{}',
      deleted_by varchar(64) not null,
      deleted_by_name text not null,
      deleted_at timestamptz not null default now())`.execute(db);
    await sql`create index sys_bin_time on sys_bin (deleted_at desc, id)`.execute(db);
    await sql`create index sys_bin_files on sys_bin (key) where kind = 'file'`.execute(db);
    await watchTable(db, 'sys_bin', { key: ['id'], long: ['parts', 'more'] });
  },
};
