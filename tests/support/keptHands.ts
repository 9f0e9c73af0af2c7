import { sql } from 'kysely';
import { compareColumns, compareKept, formsWithTables } from '../../src/server/records/columns/compareColumns.ts';
import type { Store } from '../../src/server/store/connect.ts';

/** What triggers keep of whose hands records were in (`frm_hand`), where it is not what tasks, copies and records say. */
const HANDS = `with held as (
    select i.form_key, t.record_id, t.actor_id as user_id from flw_task t join flw_instance i on i.id = t.instance_id where t.actor_id is not null
    union select i.form_key, t.record_id, c.user_id from flw_task_candidate c join flw_task t on t.id = c.task_id join flw_instance i on i.id = t.instance_id where c.is_open
    union select form_key, record_id, user_id from flw_reader),
  wanted as (select h.*, r.create_time from held h join frm_record r on r.form_key = h.form_key and r.id = h.record_id where r.create_by <> h.user_id)
  select concat_ws(' ', coalesce(w.form_key, h.form_key), coalesce(w.record_id, h.record_id), coalesce(w.user_id, h.user_id), case when h.user_id is null then 'missing' when w.user_id is null then 'too many' else 'stale' end) as id
  from wanted w full join frm_hand h on h.record_id = w.record_id and h.user_id = w.user_id and h.form_key = w.form_key
  where w.user_id is null or h.user_id is null or h.create_time <> w.create_time`;

/** The same of how many records somebody has (`frm_tally`). */
const TALLIES = `with counted as (select form_key, person, count(*) as records from (select form_key, create_by as person from frm_record union all select form_key, user_id from frm_hand) one group by 1, 2),
  kept as (select form_key, user_id, sum(records) as records from frm_tally group by 1, 2 having sum(records) <> 0)
  select concat_ws(' ', coalesce(c.form_key, k.form_key), coalesce(c.person, k.user_id), c.records, k.records) as id from counted c full join kept k on k.form_key = c.form_key and k.user_id = c.person where c.records is distinct from k.records`;

/** Units and departments of records that are not known to have some of their form (`frm_place`). */
const PLACES = `select concat_ws(' ', r.form_key, p.kind, p.place_id) as id from (select distinct form_key, unit_id, dept_id from frm_record) r cross join lateral (values (r.unit_id, 'unit'), (r.dept_id, 'dept')) p (place_id, kind)
  where p.place_id is not null and not exists (select 1 from frm_place k where k.form_key = r.form_key and k.place_id = p.place_id and k.kind = p.kind)`;

/** All by the sentence that is told when they are found; each query answers the offenders as `id`. */
export const KEPT_WRONG: Readonly<Record<string, string>> = {
  'hands that tasks and copies do not say': HANDS,
  'a tally of other than the records': TALLIES,
  'a place of records that is not known': PLACES,
};

/** Columns that hold something else than the documents say, and kept values that are not what their sources give. */
export async function wrongColumns({ db }: Pick<Store, 'db'>): Promise<string[]> {
  const faults: string[] = [];
  for (const form of await formsWithTables(db)) {
    for (const fault of await compareColumns(db, form)) faults.push(`a column that is not as its document: ${fault}`);
    for (const fault of await compareKept(db, form))
      faults.push(`a kept value that is not what its sources give: ${fault}`);
  }
  return faults;
}

/** Asked at the end of every test of the server, whatever it did. */
export async function wrongHands({ db }: Pick<Store, 'db'>): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, query] of Object.entries(KEPT_WRONG))
    for (const { id } of (await sql.raw<{ id: string }>(query).execute(db)).rows) faults.push(`${what}: ${id}`);
  return [...faults, ...(await wrongColumns({ db }))];
}
