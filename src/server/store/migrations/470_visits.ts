import { sql, type Kysely, type Migration } from 'kysely';

/** Page visits: one row for each day, person, unit and page. */
export const visits: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const STATEMENTS = [
  `create table sys_visit (day date not null, user_id varchar(64) not null references sys_user on delete cascade, unit_id varchar(64) not null default '',
    page varchar(200) not null, views integer not null, last_at timestamptz not null, primary key (day, user_id, unit_id, page))`,
];
