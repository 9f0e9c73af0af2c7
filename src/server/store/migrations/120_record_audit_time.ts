import { sql, type Kysely, type Migration } from 'kysely';

/** The history of records is read by time and by person as well, not by record alone. */
export const recordAuditTime: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index frm_record_audit_time on frm_record_audit (happened_at desc, id desc)`.execute(db);
    await sql`create index frm_record_audit_user on frm_record_audit (user_id, happened_at desc)`.execute(db);
  },
};
