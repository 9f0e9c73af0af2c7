import { sql, type Kysely, type Migration } from 'kysely';

/** Which versions approvals of a form run in is read from the index alone; it serves for what the one before did, too. */
export const instanceVersions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index flw_instance_versions on flw_instance (form_key, form_version, flow_key, flow_version)`.execute(
      db,
    );
    await sql`drop index flw_instance_form`.execute(db);
  },
};
