import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The approval engine: several people per node, opinions with files, copies and timers. `flw_task.undo`: the changes of
 * the step, stored to undo the step. `flw_reader`: people who may read a record without a task, for example receivers
 * of a copy.
 */
export const flowEngine: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `alter table flw_task drop constraint flw_task_state_check`,
  `alter table flw_task add constraint flw_task_state_check check (state in ('open', 'waiting', 'done', 'withdrawn'))`,
  `alter table flw_task add column kind text not null default 'sign', add column sn integer not null default 0, add column parent_id varchar(64),
    add column added_by varchar(64), add column vote text check (vote in ('approve', 'reject')), add column undo jsonb, add column due_at timestamptz`,
  `alter table flw_instance add column choices jsonb not null default '{}'`,
  `alter table flw_history add column detail text not null default '', add column files text not null default '', add column signature varchar(64)`,
  `create table flw_reader (
    record_id varchar(64) not null, user_id varchar(64) not null, form_key varchar(64) not null, node_id text not null, by_name text not null,
    created_at timestamptz not null default now(), primary key (record_id, user_id))`,
  `create index flw_reader_user on flw_reader (user_id, created_at desc)`,
  `create table flw_file (file_id varchar(64) not null, record_id varchar(64) not null, form_key varchar(64) not null, primary key (file_id, record_id))`,
  `create table flw_timer (
    id varchar(64) primary key, instance_id varchar(64) not null references flw_instance on delete cascade, token integer not null, task_id varchar(64),
    kind text not null check (kind in ('due', 'remind', 'wait', 'boundary', 'call')), node_id text not null, due_at timestamptz not null, tries integer not null default 0)`,
  `create index flw_timer_due on flw_timer (due_at)`,
  `create index flw_timer_instance on flw_timer (instance_id)`,
  `create table flw_phrase (id varchar(64) primary key, user_id varchar(64) not null references sys_user on delete cascade, text text not null, created_at timestamptz not null default now())`,
  `create index flw_phrase_user on flw_phrase (user_id, created_at)`,
];
