import { sql, type Kysely, type Migration } from 'kysely';

/** Errors of pages in browsers, each under a number that a person can read out. */
export const pageErrors: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table sys_page_error (number varchar(8) primary key, happened_at timestamptz not null default clock_timestamp(),
    last_at timestamptz not null default clock_timestamp(), count integer not null default 1, fingerprint varchar(32) not null,
    reporter varchar(32) not null, build varchar(200) not null, name varchar(80) not null, message varchar(300) not null,
    stack text not null, components text not null, tag varchar(64) not null, place varchar(300) not null, page varchar(200) not null,
    browser varchar(100) not null)`,
  `create index sys_page_error_latest on sys_page_error (last_at desc)`,
  `create index sys_page_error_reporter on sys_page_error (reporter, happened_at)`,
];
