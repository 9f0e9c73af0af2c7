import { sql, type Kysely, type Migration } from 'kysely';

/** Tasks of repeated sub-processes say which run they belong to and what it is for; what failed says why. */
export const flowRuns: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table flw_timer add column error text`.execute(db);
    await sql`alter table flw_task add column run integer, add column item_label text, add column item_key text`.execute(
      db,
    );
  },
};
