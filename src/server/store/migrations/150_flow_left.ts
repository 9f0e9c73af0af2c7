import { sql, type Kysely, type Migration } from 'kysely';

/** A column that states whether the remaining time of a suspended process is working time. */
export const flowLeft: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table flw_timer add column left_work boolean not null default false`.execute(db);
  },
};
