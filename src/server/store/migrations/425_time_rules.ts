import { sql, type Kysely, type Migration } from 'kysely';

/** The notices and effects that time rules have produced for each record and date, so that each is produced once. */
export const timeRules: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table frm_time_notice (
    record_id varchar(64) not null, rule_key varchar(40) not null, day date not null,
    form_key varchar(64) not null, told_at timestamptz not null default now(),
    primary key (record_id, rule_key, day))`,
  `create index frm_time_notice_day on frm_time_notice (day)`,
  `create table frm_time_effect (
    record_id varchar(64) not null, effect_key varchar(64) not null, due timestamptz not null,
    form_key varchar(64) not null, outcome text not null check (outcome in ('done', 'refused')),
    detail text not null default '', tries integer not null default 1, done_at timestamptz not null default now(),
    primary key (record_id, effect_key, due))`,
];
