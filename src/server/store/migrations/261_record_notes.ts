import { sql, type Kysely, type Migration } from 'kysely';

/** The reason why a record was voided or restored, stored with its history entry. */
export const recordNotes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table frm_record_audit add column note text not null default ''`.execute(db);
  },
};
