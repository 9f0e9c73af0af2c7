import { sql, type Kysely, type Migration } from 'kysely';

/** An index to find out whether any record of a form was ever in a process. Each page of a list needs this. */
export const instanceForm: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index flw_instance_form on flw_instance (form_key)`.execute(db);
  },
};
