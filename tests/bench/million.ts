import { sql, type RawBuilder } from 'kysely';
import type { Store } from '../../src/server/store/connect.ts';
import { updateInvolvedPeople } from '../../src/server/records/index.ts';
import { mergeTallies } from '../../src/server/records/indexes/mergeTallies.ts';
import { columnsOf } from '../../src/server/records/columns/columnRefs.ts';
import { valuesTable, recordTable } from '../../src/server/records/columns/recordSource.ts';
import { recordTableName } from '../../src/server/records/columns/tableNames.ts';

/** The forms whose records `records` measures: one without approvals, one whose records were in people's hands. */
export const FORM = 'million';
export const HANDED = 'handed';

export const FIELDS = [
  { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', isList: '1', isSearch: '1' },
  { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1', isSearch: '1' },
  {
    tag: 'el-select',
    __vModel__: 'kind',
    label: '类别',
    isList: '1',
    isSearch: '1',
    __slot__: { options: ['a', 'b', 'c', 'd'].map((value) => ({ label: value.toUpperCase(), value })) },
  },
  { tag: 'el-date-picker', __vModel__: 'day', label: '日期', type: 'date', isList: '1', isSearch: '1' },
  { tag: 'el-input', __vModel__: 'note', label: '说明' },
];

/** The process of the form with approvals, and the fields that its conditions ask for. */
export const FLOW = 'businessSealApply';
export const HANDED_FIELDS = [
  ...FIELDS,
  ...['totalApproved', 'contractAmount'].map((key) => ({ tag: 'el-input-number', __vModel__: key, label: key })),
  { tag: 'el-input', __vModel__: 'useWay', label: '用途' },
];

/**
 * Fills the table of a form without its indexes, and makes its indexes again from their own text when it is
 * full: the same rows and the same indexes, in a tenth of the time.
 */
export async function withoutIndexes(db: Store['db'], form: string, work: () => Promise<void>): Promise<void> {
  const table = recordTableName(form);
  const { rows } = await sql<{
    name: string;
    text: string;
  }>`select c.relname as name, pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass(${`"${table}"`}) and not i.indisprimary`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  await work();
  for (const { text } of rows) await sql.raw(text).execute(db);
}

const idOf = (form: string, number: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${sql.lit(form.charAt(0))} || lpad((${number})::text, 9, '0')`;

/**
 * Records of a thousand people in a hundred departments; every thousandth is the staff member's, a hundredth of their
 * department.
 */
export async function fill({ db }: Store, form: string, rows: number): Promise<void> {
  const {
    rows: [staff],
  } = await sql<{
    dept_id: string;
    unit_id: string;
  }>`select dept_id, unit_id from sys_user where id = 'u-staff'`.execute(db);
  const { tables, column } = await columnsOf(db, form);
  const values: Readonly<Record<string, RawBuilder<unknown>>> = {
    title: sql`'记录 ' || n`,
    amount: sql`n::bigint * 7919 % 1000003`,
    kind: sql`(array['a','b','c','d'])[1 + n / 1000 % 4]`,
    day: sql`date '2020-01-01' + n % 2000`,
    note: sql`md5(n::text)`,
  };
  const known = Object.keys(values).flatMap((key) => column(key)?.name ?? []);
  await withoutIndexes(db, form, async () => {
    await sql`insert into ${recordTable(form)} (id, version, revision, flw_state, title, create_by, create_by_name, update_by, update_by_name, create_time, unit_id, dept_id, search_text, ${sql.join(known.map((name) => sql.id(name)))})
      select ${idOf(form, sql`n`)}, 1, 1, ${sql.lit(form === HANDED ? '3' : '0')}, '记录 ' || n, case when n % 1000 = 7 then 'u-staff' else 'p' || n % 1000 end, '某人', 'u-admin', '某人', now() - n * interval '20 seconds',
        case when n % 100 = 7 then ${staff?.unit_id} else 'unit-' || n % 10 end, case when n % 100 = 7 then ${staff?.dept_id} else 'dept-' || n % 100 end, '记录 ' || n, ${sql.join(Object.values(values))}
      from generate_series(1, ${sql.lit(rows)}) as n`.execute(db);
    await sql`insert into ${valuesTable(form)} (id, fields, child_tables)
      select ${idOf(form, sql`n`)}, jsonb_build_object(${sql.join(Object.entries(values).flatMap(([key, value]) => [sql.lit(key), value]))}), '{}'::jsonb from generate_series(1, ${sql.lit(rows)}) as n`.execute(
      db,
    );
  });
  await sql`insert into frm_tally (form_key, user_id, records) select ${form}, create_by, count(*) from ${recordTable(form)} group by create_by`.execute(
    db,
  );
  await sql`insert into frm_place (form_key, place_id, kind) select ${form}, unit_id, 'unit' from ${recordTable(form)} group by unit_id union select ${form}, dept_id, 'dept' from ${recordTable(form)} group by dept_id`.execute(
    db,
  );
  for (const filled of [tables.main.name, tables.valuesTable, 'frm_tally', 'frm_place'])
    await sql`vacuum analyze ${sql.id(filled)}`.execute(db);
}

/**
 * Every fiftieth record was in a process, and one in 43 of these in the staff member's hands, as a form with approvals
 * has it.
 */
export async function handAround({ db }: Store, rows: number): Promise<void> {
  const flow = sql`(select doc_key, published_version from doc_document where kind = 'flow' and doc_key = ${FLOW})`;
  const records = sql`(select n, ${idOf(HANDED, sql`n * 50`)} as id from generate_series(1, ${sql.lit(Math.floor(rows / 50))}) as n)`;
  await sql`insert into flw_instance (id, record_id, form_key, form_name, form_version, flow_key, flow_version, initiator_id, initiator_name, flw_state, tokens)
    select 'bench-i' || n, r.id, ${HANDED}, ${HANDED}, 1, doc_key, published_version, 'u-admin', '某人', '3', '{}'::jsonb from ${records} r, ${flow} f`.execute(
    db,
  );
  await sql`insert into flw_task (id, instance_id, record_id, node_id, node_name, token, state, finished_at, actor_id, actor_name, action, opinion)
    select 'bench-t' || n, 'bench-i' || n, r.id, 'apply', '申请', 1, 'done', now() - n * interval '1 minute', case when n % 43 = 0 then 'u-staff' else 'p' || n % 500 end, '某人', 'approve', '' from ${records} r`.execute(
    db,
  );
  const { rows: handed } = await sql<{ id: string }>`select id from ${records} r`.execute(db);
  await db.transaction().execute((trx) =>
    updateInvolvedPeople(
      trx,
      HANDED,
      handed.map(({ id }) => id),
      'all',
    ),
  );
  // what was handed around in years is added up by then
  await mergeTallies(db);
  for (const table of ['flw_instance', 'flw_task', 'frm_hand', 'frm_tally'])
    await sql`vacuum analyze ${sql.id(table)}`.execute(db);
}
