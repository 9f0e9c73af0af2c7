import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The builds of the product that have run on this database. A row is added when a server starts with another version or
 * build than in the last row; `since` is the time of this start.
 */
export const releases: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_release (id bigint generated always as identity primary key, version varchar(40) not null,
      build varchar(40) not null, since timestamptz not null default clock_timestamp())`.execute(db);
  },
};
