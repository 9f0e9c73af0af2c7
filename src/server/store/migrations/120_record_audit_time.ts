import { sql, type Kysely, type Migration } from 'kysely';

/** Indexes to read the history of records by time and by person. */
export const recordAuditTime: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index frm_record_audit_time on frm_record_audit (happened_at desc, id desc)`.execute(db);
    await sql`create index frm_record_audit_user on frm_record_audit (user_id, happened_at desc)`.execute(db);
  },
};
