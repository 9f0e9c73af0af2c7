import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Deletes the unique values (`frm_unique`) of rejected and voided applications, because processes that ended in these
 * ways did not release them.
 */
export const uniquesOfVoided: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`delete from frm_unique u using flw_instance i where i.record_id = u.record_id and i.flw_state = '4'`.execute(
      db,
    );
  },
};
