import { sql, type Kysely, type Migration } from 'kysely';

/** What is left of a suspended process's time may be working time: then it goes on in working time. */
export const flowLeft: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table flw_timer add column left_work boolean not null default false`.execute(db);
  },
};
