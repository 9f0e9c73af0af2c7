import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Deletes the attachments of a record (`att_busi`) when the record is permanently removed from the recycle bin, like
 * its comments. Otherwise nobody could detach the attachments, and their files would be kept for ever. Also deletes
 * the attachments of records that were permanently removed before this migration.
 */
export const attachmentsOfErased: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

/**
 * Returns the SQL of the last action on a record: 'remove' for a record in the recycle bin and for a record that was
 * permanently removed from it.
 */
const lastAction = (recordId: string): string =>
  `(select a.action from frm_record_audit a where a.record_id = ${recordId} order by a.revision desc, a.happened_at desc limit 1)`;

const STATEMENTS = [
  `create or replace function frm_comment_forget() returns trigger language plpgsql as $$ begin
    if ${lastAction('old.record_id')} = 'remove' then
      delete from frm_comment where record_id = old.record_id;
      delete from frm_comment_read where record_id = old.record_id;
      delete from att_busi where bus_id = old.record_id and split_part(bus_type, ':', 1) = old.form_key;
    end if;
    return null;
  end $$`,
  `delete from att_busi b where ${lastAction('b.bus_id')} = 'remove'
    and not exists (select 1 from frm_bin r where r.record_id = b.bus_id)`,
];
