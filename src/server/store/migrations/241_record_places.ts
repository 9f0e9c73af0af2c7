import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Creates `frm_place`: the units and departments (together called places) that have or once had records of a form. A
 * list for a person who may read several places then searches only the places in this table. Triggers maintain it.
 *
 * Also adds the state of the record to the indexes by unit and by department, because in forms with a process the
 * drafts of other people are hidden. Without the state in the index, the database might read the newest records of all
 * places.
 */
export const recordPlaces: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    for (const place of ['unit', 'dept']) {
      await sql.raw(`drop index frm_record_${place}`).execute(db);
      await sql
        .raw(
          `create index frm_record_${place} on frm_record (${place}_id, create_time desc, id desc) include (flw_state)`,
        )
        .execute(db);
    }
  },
};

/** Inserts the missing pairs of a form and a place, in a fixed order, so that concurrent inserts do not deadlock. */
const insertPlacesSql = (records: string): string => `insert into frm_place (form_key, place_id, kind)
  select distinct r.form_key, p.place_id, p.kind from ${records} r cross join lateral (values (r.unit_id, 'unit'), (r.dept_id, 'dept')) p (place_id, kind)
  where p.place_id is not null and not exists (select 1 from frm_place k where k.form_key = r.form_key and k.place_id = p.place_id and k.kind = p.kind) order by 1, 2, 3 on conflict do nothing`;

const STATEMENTS = [
  `create table frm_place (form_key varchar(64) not null, place_id varchar(64) not null, kind varchar(4) not null check (kind in ('unit', 'dept')), primary key (form_key, place_id, kind))`,
  insertPlacesSql('(select distinct form_key, unit_id, dept_id from frm_record)'),
  `create function frm_record_place_more() returns trigger language plpgsql as $$ begin ${insertPlacesSql('fresh')}; return null; end $$`,
  `create trigger frm_record_place_more after insert on frm_record referencing new table as fresh for each statement execute function frm_record_place_more()`,
  `create function frm_record_place_moved() returns trigger language plpgsql as $$ begin ${insertPlacesSql('(select new.form_key, new.unit_id, new.dept_id)')}; return null; end $$`,
  `create trigger frm_record_place_moved after update of unit_id, dept_id on frm_record for each row
    when (old.unit_id is distinct from new.unit_id or old.dept_id is distinct from new.dept_id) execute function frm_record_place_moved()`,
];
