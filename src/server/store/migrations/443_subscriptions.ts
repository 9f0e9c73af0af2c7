import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Subscriptions to datasets with their schedules. `met`: the recipients for whom the condition in `watch` was met at
 * the last check. Also the link of a reminder, and files of messages, each stored once for all recipients.
 */
export const subscriptions: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table sys_subscription (
    id varchar(64) primary key,
    user_id varchar(64) not null references sys_user on delete cascade,
    dataset_key text not null,
    title text not null,
    kind text not null check (kind in ('table', 'figure', 'watch')),
    question jsonb not null default '{}',
    schedule jsonb not null,
    watch jsonb,
    people jsonb not null default '[]',
    ways jsonb not null,
    has_sheet boolean not null default true,
    page text not null default '',
    met jsonb not null default '[]',
    is_paused boolean not null default false,
    next_at timestamptz not null,
    last_at timestamptz,
    last_result text not null default '',
    by_hand_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create index sys_subscription_user on sys_subscription (user_id)`,
  `create index sys_subscription_due on sys_subscription (next_at) where not is_paused`,
  `alter table sys_remind add column link text not null default ''`,
  `create table sys_outbox_file (id varchar(64) primary key, name text not null, content bytea not null,
    created_at timestamptz not null default now())`,
  `alter table sys_outbox add column file_id varchar(64) references sys_outbox_file`,
  `create index sys_outbox_file_used on sys_outbox (file_id) where file_id is not null`,
];
