import { sql, type Kysely, type Migration } from 'kysely';

/** Which builds of the product ran on this database, and since when. */
export const releases: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table sys_release (id bigint generated always as identity primary key, version varchar(40) not null,
      build varchar(40) not null, since timestamptz not null default clock_timestamp())`.execute(db);
  },
};
