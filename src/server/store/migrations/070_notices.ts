import { sql, type Kysely, type Migration } from 'kysely';

/** Notices, reminders and the events that notify open pages. */
export const notices: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table sys_event (id bigserial primary key, user_id varchar(64), topic varchar(20) not null, happened_at timestamptz not null default clock_timestamp())`,
  `create index sys_event_time on sys_event (happened_at)`,
  `create table sys_notice (
    id varchar(64) primary key, title text not null, content text not null default '', kind varchar(20) not null default '1',
    status char(1) not null default '0' check (status in ('0', '1', '2')), unit_ids jsonb, author_id varchar(64) not null references sys_user,
    author_name text not null, created_at timestamptz not null default now(), released_at timestamptz)`,
  `create index sys_notice_released on sys_notice (released_at desc) where status = '1'`,
  `create table sys_notice_read (
    notice_id varchar(64) not null references sys_notice on delete cascade, user_id varchar(64) not null references sys_user on delete cascade,
    read_at timestamptz not null default now(), primary key (notice_id, user_id))`,
  `create table sys_remind (
    id varchar(64) primary key, user_id varchar(64) not null references sys_user on delete cascade, kind varchar(40) not null, title text not null,
    content text not null default '', form_key varchar(64), record_id varchar(64), created_at timestamptz not null default now(), read_at timestamptz)`,
  `create index sys_remind_user on sys_remind (user_id, created_at desc)`,
];
