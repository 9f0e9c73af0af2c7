import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/**
 * Machine accounts: keys by which other systems access the records of some forms on behalf of a person. `ways`: the
 * permitted operations.
 */
export const apiKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table auth_key (
      id varchar(64) primary key,
      name text not null unique,
      user_id varchar(64) not null references sys_user on delete cascade,
      hash text not null unique,
      hint text not null,
      forms jsonb not null,
      ways jsonb not null,
      per_minute integer not null check (per_minute > 0),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      created_at timestamptz not null default now(),
      created_by text not null)`.execute(db);
    await watchTable(db, 'auth_key', { key: ['id'], secret: ['hash'] });
    // a separate table, because using a key does not change the key
    await sql`create table auth_key_use (
      key_id varchar(64) primary key references auth_key on delete cascade,
      used_at timestamptz not null default now(),
      used_from text not null default '',
      window_at timestamptz not null default now(),
      calls integer not null default 1)`.execute(db);
  },
};
