import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** Tables of folders, of the rights on them, and of the files in them (`file_document`) with their versions. */
export const folders: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    await watchTable(db, 'file_folder', { key: ['id'] });
    await watchTable(db, 'file_folder_right', { key: ['folder_id', 'holder'] });
    await watchTable(db, 'file_document', { key: ['id'] });
    await watchTable(db, 'file_version', { key: ['document_id', 'version'] });
  },
};

const STATEMENTS = [
  `create table file_folder (
    id varchar(80) primary key, space varchar(64) not null, parent_id varchar(80) references file_folder, name varchar(100) not null,
    revision integer not null default 1, created_by varchar(64) not null, created_at timestamptz not null default now(),
    removed_at timestamptz, removed_by_name text not null default '')`,
  `create index file_folder_space on file_folder (space)`,
  `create index file_folder_parent on file_folder (parent_id)`,
  `create table file_folder_right (
    folder_id varchar(80) not null references file_folder on delete cascade, holder varchar(80) not null,
    level varchar(10) not null check (level in ('read', 'write', 'manage')), primary key (folder_id, holder))`,
  `create table file_document (
    id varchar(64) primary key, folder_id varchar(80) not null references file_folder, name varchar(200) not null, version integer not null,
    revision integer not null default 1, created_by varchar(64) not null, created_at timestamptz not null default now(),
    removed_at timestamptz, removed_by_name text not null default '')`,
  `create index file_document_folder on file_document (folder_id)`,
  `create table file_version (
    document_id varchar(64) not null references file_document on delete cascade, version integer not null,
    file_id varchar(64) not null references att_file, note varchar(200) not null default '', created_by varchar(64) not null,
    created_by_name text not null, created_at timestamptz not null default now(), primary key (document_id, version))`,
  `create index file_version_file on file_version (file_id)`,
];
