import { sql, type Kysely, type Migration } from 'kysely';

/** Columns by which the task centre filters tasks: the unit of the record in approval, and whether it is urgent. */
export const taskCentre: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table flw_instance add column unit_id varchar(64), add column is_urgent boolean not null default false`.execute(
      db,
    );
    await sql`update flw_instance i set unit_id = r.unit_id from frm_record r where r.form_key = i.form_key and r.id = i.record_id`.execute(
      db,
    );
  },
};
