import { sql, type Kysely, type Migration } from 'kysely';
import { watchTable } from '../watchTable.ts';

/** Channels for outgoing messages, and the waiting, sent and failed messages. */
export const outbox: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    // `url` is secret too, because the address of a chat robot contains its token
    await watchTable(db, 'sys_channel', { key: ['id'], secret: ['url', 'secret'] });
  },
};

const STATEMENTS = [
  `create table sys_channel (id varchar(64) primary key, name text not null unique, kind text not null
    check (kind in ('webhook', 'wecom', 'dingtalk', 'feishu')), url text not null, secret text not null default '',
    topics jsonb not null default '[]', is_disabled boolean not null default false)`,
  `create table sys_outbox (id varchar(64) primary key, channel_id varchar(64) not null references sys_channel on delete cascade,
    topic text not null, title text not null, payload jsonb not null, created_at timestamptz not null default now(),
    due_at timestamptz not null default now(), tries integer not null default 0,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')), error text not null default '', sent_at timestamptz)`,
  `create index sys_outbox_due on sys_outbox (due_at) where state = 'waiting'`,
  `create index sys_outbox_time on sys_outbox (created_at desc)`,
];
