import { sql, type RawBuilder } from 'kysely';
import {
  compareColumns,
  compareKeptValues,
  findFormsWithTables,
} from '../../src/server/records/columns/compareColumns.ts';
import { partTableName } from '../../src/server/records/columns/tableNames.ts';
import type { Store } from '../../src/server/store/connect.ts';

/** The rows of `frm_hand` that differ from what tasks, copies and records say. `only`: an SQL condition on `form_key`. */
const hands = (records: string, only: string): string => `with held as (
    select i.form_key, t.record_id, t.actor_id as user_id from flw_task t join flw_instance i on i.id = t.instance_id where t.actor_id is not null
    union select i.form_key, t.record_id, c.user_id from flw_task_candidate c join flw_task t on t.id = c.task_id join flw_instance i on i.id = t.instance_id where c.is_open
    union select form_key, record_id, user_id from flw_reader),
  wanted as (select h.*, r.create_time from held h join ${records} r on r.form_key = h.form_key and r.id = h.record_id where r.create_by <> h.user_id)
  select concat_ws(' ', coalesce(w.form_key, h.form_key), coalesce(w.record_id, h.record_id), coalesce(w.user_id, h.user_id), case when h.user_id is null then 'missing' when w.user_id is null then 'too many' else 'stale' end) as id
  from wanted w full join (select * from frm_hand where ${only}) h on h.record_id = w.record_id and h.user_id = w.user_id and h.form_key = w.form_key
  where w.user_id is null or h.user_id is null or h.create_time <> w.create_time`;

/** The same of how many records somebody has (`frm_tally`). */
const tallies = (
  records: string,
  only: string,
): string => `with counted as (select form_key, person, count(*) as records from (select form_key, create_by as person from ${records} union all select form_key, user_id from frm_hand where ${only}) one group by 1, 2),
  kept as (select form_key, user_id, sum(records) as records from frm_tally where ${only} group by 1, 2 having sum(records) <> 0)
  select concat_ws(' ', coalesce(c.form_key, k.form_key), coalesce(c.person, k.user_id), c.records, k.records) as id from counted c full join kept k on k.form_key = c.form_key and k.user_id = c.person where c.records is distinct from k.records`;

/** Units and departments of records that are not known to have some of their form (`frm_place`). */
const places = (
  records: string,
): string => `select concat_ws(' ', r.form_key, p.kind, p.place_id) as id from (select distinct form_key, unit_id, dept_id from ${records}) r cross join lateral (values (r.unit_id, 'unit'), (r.dept_id, 'dept')) p (place_id, kind)
  where p.place_id is not null and not exists (select 1 from frm_place k where k.form_key = r.form_key and k.place_id = p.place_id and k.kind = p.kind)`;

/**
 * All by the sentence that is told when they are found; each query answers the offenders as `id`. `records`: the table
 * or view with the records of the forms; `only`: an SQL condition on `form_key` for these forms.
 */
export const keptWrong = (records: string, only = 'true'): Readonly<Record<string, string>> => ({
  'hands that tasks and copies do not say': hands(records, only),
  'a tally of other than the records': tallies(records, only),
  'a place of records that is not known': places(records),
});

/** The system columns of the records of these forms that `keptWrong` asks for, as the tables hold them, in one query. */
async function recordsOf({ db }: Pick<Store, 'db'>, forms: readonly string[]): Promise<RawBuilder<unknown>> {
  const tables = await db
    .selectFrom('frm_table')
    .select(['form_key', 'name'])
    .where('table_key', '=', '')
    .where('form_key', 'in', forms)
    .execute();
  const columns = sql`id, create_by, create_time, unit_id, dept_id`;
  const none = sql`select ''::text as form_key, ''::text as id, ''::text as create_by, now() as create_time, ''::text as unit_id, ''::text as dept_id where false`;
  return sql.join(
    [none, ...tables.map(({ form_key: form, name }) => sql`select ${sql.lit(form)}, ${columns} from ${sql.id(name)}`)],
    sql` union all `,
  );
}

/**
 * By form and table, `form table`: a fingerprint of the form's rows in this table (their number and newest transaction
 * id). The tables are those of records, of tasks and of the catalogue.
 */
export type StoredState = Readonly<Record<string, string>>;

/** Tables whose rows name their form. */
const FORM_TABLES = ['frm_table', 'frm_column', 'frm_rollup', 'frm_hand', 'frm_tally', 'frm_place', 'flw_reader'];
/** Rows of tasks and of who may take them, with their process. */
const TASK_ROWS = {
  flw_task: sql`select xmin, instance_id from flw_task`,
  flw_task_candidate: sql`select c.xmin, t.instance_id from flw_task_candidate c join flw_task t on t.id = c.task_id`,
};
const RECORD_TABLE = /^frm_[rdt]_/;

/**
 * The tables of this PostgreSQL database in which a row was inserted, updated or deleted since the database was
 * created. Null where that cannot be known: counters of a connection are complete only once it has been closed, and
 * another connection is still open after two seconds.
 */
export async function writtenTables({ db }: Pick<Store, 'db'>): Promise<ReadonlySet<string> | null> {
  const others = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  const until = Date.now() + 2000;
  while ((await others.execute(db)).rows[0]?.count !== 0) {
    if (Date.now() > until) return null;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const { rows } = await sql<{ relname: string }>`select relname from pg_stat_user_tables
    where n_tup_ins + n_tup_upd + n_tup_del > 0`.execute(db);
  return new Set(rows.map(({ relname }) => relname));
}

/**
 * Reads the fingerprints of all forms. Equal fingerprints at two times: no row was inserted, changed or deleted between
 * them. `written`: the tables of records that are read, without it all.
 */
export async function storedState(
  { db }: Pick<Store, 'db'>,
  written: ReadonlySet<string> | null = null,
): Promise<StoredState> {
  const tables = await db.selectFrom('frm_table').select(['form_key', 'name', 'parts']).execute();
  const fingerprint = (form: string, table: string) => sql`
    select ${form}::text as form_key, ${table}::text as name, concat(count(*), ' ', max(xmin::text::bigint)) as state from ${sql.id(table)}`;
  const states: RawBuilder<unknown>[] = tables.flatMap(({ form_key: form, name, parts }) =>
    Array.from({ length: parts }, (_, at) => (at === 0 ? name : partTableName(name, at + 1)))
      .filter((table) => written === null || written.has(table))
      .map((table) => fingerprint(form, table)),
  );
  for (const table of FORM_TABLES)
    states.push(
      sql`select form_key, ${table}::text as name, concat(count(*), ' ', max(xmin::text::bigint)) as state from ${sql.id(table)} group by form_key`,
    );
  for (const [table, rows] of Object.entries(TASK_ROWS))
    states.push(
      sql`select i.form_key, ${table}::text as name, concat(count(*), ' ', max(x.xmin::text::bigint)) as state from (${rows}) x join flw_instance i on i.id = x.instance_id group by i.form_key`,
    );
  const { rows } = await sql<{
    form_key: string;
    name: string;
    state: string;
  }>`${sql.join(states, sql` union all `)} order by 1, 2`.execute(db);
  return Object.fromEntries(rows.map(({ form_key: form, name, state }) => [`${form} ${name}`, state]));
}

/**
 * The forms of which a fingerprint is another than before; of `{}` all. `written`: the tables of records that can have
 * changed (`writtenTables`), null: all.
 */
async function changedForms(
  { db }: Pick<Store, 'db'>,
  before: StoredState,
  written: ReadonlySet<string> | null,
): Promise<string[]> {
  const forms = await findFormsWithTables(db);
  if (Object.keys(before).length === 0) return forms;
  const now = await storedState({ db }, written);
  const changed = new Set<string>();
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const [form = '', table = ''] = key.split(' ');
    const isUnread = written !== null && RECORD_TABLE.test(table) && !written.has(table);
    if (!isUnread && before[key] !== now[key]) changed.add(form);
  }
  return forms.filter((form) => changed.has(form));
}

/** As `wrongColumns`, for the forms that changed. */
async function wrongColumnsOf({ db }: Pick<Store, 'db'>, changed: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const form of changed)
    for (const fault of await compareColumns(db, form)) faults.push(`a column that is not as its document: ${fault}`);
  if (changed.length === 0) return faults;
  // kept values follow from records of other forms: those of every form that has some are read again
  const keeping = await db.selectFrom('frm_rollup').select('form_key').distinct().orderBy('form_key').execute();
  for (const { form_key: form } of keeping)
    for (const fault of await compareKeptValues(db, form))
      faults.push(`a kept value that is not what its sources give: ${fault}`);
  return faults;
}

/**
 * Columns that differ from the documents, and roll-ups that differ from their sources, as sentences. `before`: fingerprints of a
 * state that was right; forms whose fingerprint is unchanged are not compared.
 */
export const wrongColumns = async (store: Pick<Store, 'db'>, before: StoredState = {}): Promise<string[]> =>
  wrongColumnsOf(store, await changedForms(store, before, null));

/**
 * Asked at the end of every test of the server, whatever it did. `before`: as `wrongColumns` takes it; `written`: as
 * `writtenTables` returns it.
 */
export async function wrongHands(
  { db }: Pick<Store, 'db'>,
  before: StoredState = {},
  written: ReadonlySet<string> | null = null,
): Promise<string[]> {
  const changed = await changedForms({ db }, before, written);
  if (changed.length === 0) return [];
  const faults: string[] = [];
  const records = await recordsOf({ db }, changed);
  const only = `form_key in (${changed.map((form) => `'${form.replaceAll("'", "''")}'`).join()})`;
  // one snapshot: the server may still be at work
  const snapshot = db.transaction().setIsolationLevel('repeatable read');
  await snapshot.execute(async (trx) => {
    await sql`create temporary table changed_records on commit drop as ${records}`.execute(trx);
    for (const [what, query] of Object.entries(keptWrong('changed_records', only)))
      for (const { id } of (await sql.raw<{ id: string }>(query).execute(trx)).rows) faults.push(`${what}: ${id}`);
  });
  return [...faults, ...(await wrongColumnsOf({ db }, changed))];
}
