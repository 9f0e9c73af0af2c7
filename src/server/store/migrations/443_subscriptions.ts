import { sql, type Kysely, type Migration } from 'kysely';

/** What a person wants to be told of a dataset, and when. `met`: for whom its threshold held when it was last looked at. */
export const subscriptions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_subscription (
      id text primary key,
      user_id text not null,
      dataset_key text not null,
      title text not null,
      kind text not null check (kind in ('table', 'figure', 'watch')),
      question jsonb not null default '{}',
      schedule jsonb not null,
      watch jsonb,
      people jsonb not null default '[]',
      met jsonb not null default '[]',
      is_paused boolean not null default false,
      next_at timestamptz not null,
      last_at timestamptz,
      last_result text not null default '',
      created_at timestamptz not null default now()
    )`.execute(db);
    await sql`create index sys_subscription_user on sys_subscription (user_id)`.execute(db);
    await sql`create index sys_subscription_due on sys_subscription (next_at) where not is_paused`.execute(db);
  },
};
