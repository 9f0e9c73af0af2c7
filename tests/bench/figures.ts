import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../src/server/context.ts';
import { publishDataset } from '../../src/server/datasets/index.ts';
import { publishForm } from '../../src/server/documents/index.ts';
import { columnsOf } from '../../src/server/records/columns/columnRefs.ts';
import { valuesTable, recordTable } from '../../src/server/records/columns/recordSource.ts';
import type { Store } from '../../src/server/store/connect.ts';
import { author } from '../server/support/sealDemo.ts';
import { withoutIndexes } from './million.ts';

export const CUSTOMERS = 2_000;
export const CONTRACTS = 20_000;
/** Values of the field `code`: a group for each of them. */
export const CODES = 50_000;
const DEPTS = 60;

const text = (key: string): object => ({ tag: 'el-input', __vModel__: key, label: key });
const number = (key: string): object => ({ tag: 'el-input-number', __vModel__: key, label: key, precision: 2 });
const to = (key: string, form: string): object => ({ tag: 'recordSelector', __vModel__: key, label: key, to: form });

/** Settlements of contracts of customers; `part` is one of sixty, as a department is. */
const FORMS: Readonly<Record<string, readonly object[]>> = {
  figCustomer: [{ ...text('name'), isTitle: '1' }],
  figContract: [{ ...text('name'), isTitle: '1' }, to('customer', 'figCustomer')],
  figDeal: [
    { ...text('title'), isTitle: '1' },
    { tag: 'el-date-picker', __vModel__: 'day', label: 'day', type: 'date' },
    number('amount'),
    ...['part', 'kind', 'code', 'across', 'down'].map(text),
    to('contract', 'figContract'),
  ],
};

const COUNT = { key: 'count', fn: 'count' };
const SUM = { key: 'amount', fn: 'sum', of: 'amount' };
const MONTH = { key: 'month', of: 'day', by: 'month' };
const PART = { key: 'part', of: 'part' };

/** What is measured, as documents; `own/0` to `own/7` are eight that ask differently. */
const DATASETS: Readonly<Record<string, object>> = {
  month: { groupBy: [MONTH, PART], measures: [COUNT, SUM] },
  customers: {
    groupBy: [{ key: 'customer', of: 'contract.customer.name' }],
    measures: [SUM],
    order: ['-amount'],
    limit: 20,
  },
  year: {
    params: [{ tag: 'el-date-picker', type: 'daterange', __vModel__: 'period', label: 'period' }],
    where: 'within(day, params.period)',
    groupBy: [MONTH],
    measures: [SUM, { key: 'before', fn: 'sum', of: 'amount', compare: 'yearAgo' }],
    columns: [{ key: 'growth', computed: '(amount - before) / before' }],
  },
  codes: { groupBy: [{ key: 'code', of: 'code' }], measures: [COUNT, SUM], order: ['-amount'] },
  pivot: {
    groupBy: [
      { key: 'down', of: 'down' },
      { key: 'across', of: 'across' },
      { key: 'kind', of: 'kind' },
    ],
    measures: [SUM, COUNT],
  },
  ...Object.fromEntries(
    [
      { groupBy: [MONTH], measures: [SUM] },
      { groupBy: [PART], measures: [SUM] },
      { groupBy: [{ key: 'kind', of: 'kind' }], measures: [COUNT] },
      { groupBy: [{ key: 'across', of: 'across' }], measures: [SUM] },
      { groupBy: [{ key: 'down', of: 'down' }], measures: [SUM] },
      { measures: [COUNT, SUM] },
      { groupBy: [{ key: 'year', of: 'day', by: 'year' }], measures: [SUM] },
      { where: "kind == 'a'", groupBy: [PART], measures: [COUNT, SUM] },
    ].map((one, index) => [`own/${index}`, one]),
  ),
};

export async function publishFigures(context: ServerContext): Promise<void> {
  const what = { note: '', author };
  for (const [formKey, fields] of Object.entries(FORMS))
    await publishForm(context, { ...what, formKey, formName: formKey, definition: { fields } });
  for (const [name, definition] of Object.entries(DATASETS)) {
    const datasetKey = `bench/${name}`;
    await publishDataset(context, {
      ...what,
      datasetKey,
      definition: { datasetKey, name, from: 'figDeal', ...definition },
    });
  }
}

/** The same values in a table as somebody would make it by hand, with the indexes that its rights need. */
async function plainTable(
  db: Store['db'],
  form: string,
  values: Readonly<Record<string, RawBuilder<unknown>>>,
  rows: number,
): Promise<void> {
  const table = sql.id(`plain_${form}`);
  await sql`create table ${table} as select ${sql.lit(form)} || n as id, ${sql.join(
    Object.entries(values).map(([key, value]) => sql`${value} as ${sql.id(key)}`),
  )} from generate_series(1, ${sql.lit(rows)}) n`.execute(db);
  await sql`alter table ${table} add primary key (id)`.execute(db);
  if ('dept_id' in values)
    for (const key of ['dept_id', 'create_by']) await sql`create index on ${table} (${sql.id(key)})`.execute(db);
  await sql`vacuum analyze ${table}`.execute(db);
}

/** Records of sixty departments; a hundredth of them are the department's that `u-leader` leads. */
export async function fillFigures({ db }: Store, deals: number): Promise<void> {
  const {
    rows: [staff],
  } = await sql<{
    dept_id: string;
    unit_id: string;
  }>`select dept_id, unit_id from sys_user where id = 'u-leader'`.execute(db);
  const named = { name: sql`'名称 ' || n` };
  const system = {
    create_by: sql`'p' || n % 1000`,
    create_time: sql`now() - n * interval '20 seconds'`,
    unit_id: sql`case when n % 100 = 7 then ${sql.lit(staff?.unit_id)} else 'unit-' || n % 10 end`,
    dept_id: sql`case when n % 100 = 7 then ${sql.lit(staff?.dept_id)} else 'dept-' || n % ${sql.lit(DEPTS)} end`,
    title: sql`'记录 ' || n`,
  };
  const all: readonly (readonly [string, number, Readonly<Record<string, RawBuilder<unknown>>>])[] = [
    ['figCustomer', CUSTOMERS, named],
    ['figContract', CONTRACTS, { ...named, customer: sql`'figCustomer' || (1 + n % ${sql.lit(CUSTOMERS)})` }],
    [
      'figDeal',
      deals,
      {
        day: sql`current_date - (n::bigint * 7919 % 1095)::int`,
        amount: sql`(n::bigint * 7919 % 1000003)::numeric / 100`,
        part: sql`'部门 ' || n % ${sql.lit(DEPTS)}`,
        kind: sql`(array['a','b','c','d'])[1 + n / 1000 % 4]`,
        code: sql`'编号 ' || n::bigint * 104729 % ${sql.lit(CODES)}`,
        across: sql`'列 ' || n / 200 % 50`,
        down: sql`'行 ' || n % 200`,
        contract: sql`'figContract' || (1 + n::bigint * 7919 % ${sql.lit(CONTRACTS)})`,
      },
    ],
  ];
  for (const [form, rows, values] of all) {
    const { column } = await columnsOf(db, form);
    const table = recordTable(form);
    const fields = Object.entries(values).flatMap(([key, value]) => {
      const name = column(key)?.name;
      return name ? [[name, value] as const] : [];
    });
    // what triggers keep beside the records is filled in below, in one go
    await sql`alter table ${table} disable trigger user`.execute(db);
    await withoutIndexes(db, form, async () => {
      await sql`insert into ${table} (id, version, revision, flw_state, update_by, create_by_name, update_by_name, search_text, ${sql.join(
        [...Object.keys(system), ...fields.map(([name]) => name)].map((name) => sql.id(name)),
      )}) select ${sql.lit(form)} || n, 1, 1, '0', 'u-admin', '某人', '某人', '记录 ' || n, ${sql.join([
        ...Object.values(system),
        ...fields.map(([, value]) => value),
      ])} from generate_series(1, ${sql.lit(rows)}) n`.execute(db);
    });
    await sql`insert into ${valuesTable(form)} (id, fields, child_tables) select ${sql.lit(form)} || n, '{}'::jsonb, '{}'::jsonb from generate_series(1, ${sql.lit(rows)}) n`.execute(
      db,
    );
    await sql`alter table ${table} enable trigger user`.execute(db);
    await sql`insert into frm_tally (form_key, user_id, records) select ${form}, create_by, count(*) from ${table} group by create_by`.execute(
      db,
    );
    await sql`insert into frm_place (form_key, place_id, kind) select ${form}, unit_id, 'unit' from ${table} group by unit_id union select ${form}, dept_id, 'dept' from ${table} group by dept_id`.execute(
      db,
    );
    for (const filled of [table, valuesTable(form), sql`frm_tally`, sql`frm_place`])
      await sql`vacuum analyze ${filled}`.execute(db);
    await plainTable(db, form, { ...system, ...values }, rows);
  }
}
