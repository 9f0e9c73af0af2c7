import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** Imported packs, each with its changes, so that an import can be undone as a whole. */
export const packs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    await watchTable(db, 'sys_pack', { key: ['id'], long: ['items'] });
  },
};

const STATEMENTS = [
  `create table sys_pack (id varchar(64) primary key, name text not null, note text not null default '', made_at text not null default '',
    made_by text not null default '', imported_by varchar(64) not null, imported_by_name text not null, imported_at timestamptz not null default now(),
    undone_by_name text, undone_at timestamptz, items jsonb not null)`,
  `create index sys_pack_time on sys_pack (imported_at desc, id)`,
  // `hash`: hash of the item after the last import, so that a later import can detect local changes;
  // `pack_hash`: hash of the item in the imported pack
  `create table sys_pack_base (kind varchar(16) not null, key varchar(200) not null, hash varchar(64) not null, pack_hash varchar(64) not null,
    primary key (kind, key))`,
];
