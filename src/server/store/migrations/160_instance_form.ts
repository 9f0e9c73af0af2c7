import { sql, type Kysely, type Migration } from 'kysely';

/** Whether records of a form were ever in a process is asked with each page of a list: where none was, only who wrote them counts. */
export const instanceForm: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index flw_instance_form on flw_instance (form_key)`.execute(db);
  },
};
