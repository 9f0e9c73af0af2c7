import { sql, type Kysely, type Migration } from 'kysely';

/** The guided tours of the product that a person has seen. */
export const guides: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_guide (user_id varchar(64) not null references sys_user on delete cascade,
      guide varchar(40) not null, seen_at timestamptz not null default now(), primary key (user_id, guide))`.execute(
      db,
    );
  },
};
