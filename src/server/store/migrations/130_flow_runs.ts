import { sql, type Kysely, type Migration } from 'kysely';

/** Adds to each task its run of a repeated sub-process, with the item of the run; and the error of failed calls. */
export const flowRuns: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table flw_timer add column error text`.execute(db);
    await sql`alter table flw_task add column run integer, add column item_label text, add column item_key text`.execute(
      db,
    );
  },
};
