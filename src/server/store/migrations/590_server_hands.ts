import { sql, type Kysely, type Migration } from 'kysely';

/**
 * The triggers to drop, which migration 240 created: tables, each with the endings of its triggers' names. A trigger
 * and its function are both named `<table>_hand_<ending>`.
 */
const TRIGGERS: readonly (readonly [string, readonly string[]])[] = [
  ['flw_task', ['given', 'acted', 'gone']],
  ['flw_task_candidate', ['given', 'turned', 'gone']],
  ['flw_reader', ['given', 'gone']],
  ['frm_hand', ['more', 'less']],
];

/**
 * Drops the triggers that write `frm_hand` and `frm_tally`, because the server writes these tables itself
 * (`records/access/updateInvolvedPeople.ts`). Also drops two columns of `flw_instance` (running approvals) that only
 * the triggers read.
 */
export const serverHands: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [table, nameEndings] of TRIGGERS)
      for (const nameEnding of nameEndings) {
        await sql.raw(`drop trigger ${table}_hand_${nameEnding} on ${table}`).execute(db);
        await sql.raw(`drop function ${table}_hand_${nameEnding}()`).execute(db);
      }
    await sql`drop function frm_hand_add(text, text)`.execute(db);
    await sql`drop function frm_hand_drop(text, text)`.execute(db);
    await sql`alter table flw_instance drop column record_by, drop column record_time`.execute(db);
  },
};
