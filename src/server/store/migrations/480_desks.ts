import { sql, type Kysely, type Migration } from 'kysely';

/** The shown and hidden cards of a desk, per person. `place`: the screen, and the position of the desk on it. */
export const desks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_desk (user_id varchar(64) not null references sys_user on delete cascade, place varchar(200) not null,
      shown jsonb not null, hidden jsonb not null, updated_at timestamptz not null default now(), primary key (user_id, place))`.execute(
      db,
    );
  },
};
