import { sql, type Kysely, type Migration } from 'kysely';

/**
 * A person's arrangement of a desk (a block of cards on a screen): the cards that are shown and hidden. `place`: the
 * path of the screen and the key of the desk's node, as `path:key`.
 */
export const desks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_desk (user_id varchar(64) not null references sys_user on delete cascade, place varchar(200) not null,
      shown jsonb not null, hidden jsonb not null, updated_at timestamptz not null default now(), primary key (user_id, place))`.execute(
      db,
    );
  },
};
