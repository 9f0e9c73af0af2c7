import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Scheduled jobs, each with the lease of the server that runs it, and their runs. `asked_by`: the name of the person
 * who requested the run.
 */
export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table sys_job (kind varchar(64) primary key, next_at timestamptz not null, is_paused boolean not null default false,
    tries integer not null default 0, asked_by text, run_id varchar(64), lease_until timestamptz)`,
  `create table sys_job_run (id varchar(64) primary key, kind varchar(64) not null references sys_job on delete cascade,
    started_at timestamptz not null default now(), ended_at timestamptz, outcome text not null default 'running'
    check (outcome in ('running', 'done', 'failed', 'lost')), result text not null default '', asked_by text not null default '',
    server text not null default '')`,
  `create index sys_job_run_kind on sys_job_run (kind, started_at desc)`,
];
