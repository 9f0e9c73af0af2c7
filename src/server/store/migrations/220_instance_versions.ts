import { sql, type Kysely, type Migration } from 'kysely';

/**
 * An index with all columns that are needed to read the versions of a form's running approvals. It replaces the index
 * on the form key alone.
 */
export const instanceVersions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index flw_instance_versions on flw_instance (form_key, form_version, flow_key, flow_version)`.execute(
      db,
    );
    await sql`drop index flw_instance_form`.execute(db);
  },
};
