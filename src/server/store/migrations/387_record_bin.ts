import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/**
 * The content of deleted records, until they are restored or removed permanently. `cleared`: the references of other
 * records to the deleted record, which the deletion removed.
 */
export const recordBin: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table frm_bin (
      record_id varchar(64) primary key,
      form_key varchar(64) not null,
      form_name text not null,
      title text not null,
      system jsonb not null,
      document jsonb not null,
      file_ids text[] not null default '{}',
      cleared jsonb not null default '[]',
      note text not null default '',
      deleted_by varchar(64) not null,
      deleted_by_name text not null,
      deleted_at timestamptz not null default now())`.execute(db);
    await sql`create index frm_bin_time on frm_bin (deleted_at desc, record_id)`.execute(db);
    await sql`create index frm_bin_person on frm_bin (deleted_by, deleted_at desc)`.execute(db);
    await sql`create index frm_bin_files on frm_bin using gin (file_ids)`.execute(db);
    await watchTable(db, 'frm_bin', { key: ['record_id'], long: ['document', 'system', 'cleared'] });
  },
};
