import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Who reads a unit or department sees no drafts of others in a form with a process: its newest records that are none are
 * found in the index alone when that knows the state, too. Else the database may go through the newest of all units.
 */
export const placeState: Migration = {
  async up(db: Kysely<unknown>) {
    for (const place of ['unit', 'dept']) {
      const [index, column] = [sql.id(`frm_record_${place}`), sql.id(`${place}_id`)];
      await sql`drop index ${index}`.execute(db);
      await sql`create index ${index} on frm_record (${column}, create_time desc, id desc) include (flw_state)`.execute(db);
    }
  },
};
