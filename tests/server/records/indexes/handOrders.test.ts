import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { handOrders } from '../../../../src/server/records/indexes/handOrders.ts';
import { largeOrders } from '../../../../src/server/records/indexes/orderIndexes.ts';
import { indexOwnOrders } from '../../../../src/server/records/indexes/ownOrders.ts';
import { partitionName } from '../../../../src/server/records/indexes/partition.ts';
import { author } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

const FORM = 'handorders';
const FIELDS = [
  { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1', isSearch: '1' },
  { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1', isSearch: '1' },
];
const OTHERS = 40;
const OWN = 5;

interface Row {
  id: string;
  title: string;
  revision: number;
  fieldsMap: Record<string, unknown>;
}
interface Listed {
  data: Row[];
  page: { total: number };
}
let server: TestServer;
let staff: Client;
let admin: Client;
const db = () => server.context.db;
const make = (): Promise<number> => indexOwnOrders(db(), server.context.settings.databaseUrl === null);
/** As if the form's table held so many records. */
const sized = (records: number): Promise<unknown> =>
  sql`update pg_class set reltuples = ${sql.lit(records)} where oid = to_regclass(${`"${partitionName(FORM)}"`})`.execute(
    db(),
  );
const publish = (fields: object[]): Promise<unknown> =>
  publishForm(server.context, { formKey: FORM, formName: FORM, note: '', author, definition: { fields } });

async function list(who: Client, data: object, pageNum = 1, pageSize = 20): Promise<Listed> {
  const answer = await who.post<Listed>(`/api/system/frmCrud/list/${FORM}`, { data, page: { pageNum, pageSize } });
  if (answer.code !== '1') throw new Error(`${answer.code} ${answer.msg}`);
  return answer.data;
}
const ids = ({ data }: Listed): string[] => data.map(({ id }) => id);

/** What the staff member may read of what the administrator is answered, in the same order. */
async function readable(data: object): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from frm_record where form_key = ${FORM} and create_by = 'u-staff' union select record_id from frm_hand where form_key = ${FORM} and user_id = 'u-staff'`.execute(
    db(),
  );
  const theirs = new Set(rows.map(({ id }) => id));
  return ids(await list(admin, data, 1, 500)).filter((id) => theirs.has(id));
}

const handKeys = async (): Promise<{ keys: string[]; ready: string[] | null } | undefined> =>
  db().selectFrom('frm_hand_order').select(['keys', 'ready']).where('form_key', '=', FORM).executeTakeFirst();
const handIndexes = async (): Promise<string[]> =>
  (
    await sql<{
      text: string;
    }>`select pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indexrelid where starts_with(c.relname, 'frm_inhand_') and i.indisvalid`.execute(
      db(),
    )
  ).rows
    .map(({ text }) => text.slice(text.indexOf('btree')))
    .toSorted();

const VALUES: Readonly<Record<string, string>> = {
  amount: "frm_number(fields, 'amount'::text) NULLS FIRST",
  name: "frm_text(fields, 'name'::text) NULLS FIRST",
};
const handIndex = (order: string): string =>
  `btree (user_id, ${VALUES[order] ?? order}, create_time, record_id) WHERE ((form_key)::text = '${FORM}'::text)`;

beforeAll(async () => {
  server = await startTestServer();
  [staff, admin] = await Promise.all([server.api('staff'), server.api('admin')]);
  await publish(FIELDS);
  await sql`insert into frm_record (id, form_key, version, revision, flw_state, title, create_by, create_by_name, update_by, update_by_name, create_time, update_time, fields, child_tables)
    select 'h' || lpad(n::text, 3, '0'), ${FORM}, 1, 1, '0', 'T' || n * 7 % 41, case when n > ${sql.lit(OTHERS)} then 'u-staff' else 'u-other' end, '某人', 'u-admin', '某人', now() - n * interval '1 minute', now() - n * 13 % 43 * interval '1 minute',
      jsonb_build_object('name', case when n % 7 = 0 then null when n % 2 = 0 then repeat('长', 250) || n else '名' || n * 11 % 37 end, 'amount', case when n % 5 > 0 then n * 17 % 23 end), '{}'::jsonb from generate_series(1, ${sql.lit(OTHERS + OWN)}) as n`.execute(
    db(),
  );
  // every second of the others' came to them as a copy, one of their own as well
  await sql`insert into flw_reader (record_id, user_id, form_key, node_id, by_name) select id, 'u-staff', form_key, '', '某人' from frm_record where form_key = ${FORM} and (right(id, 1)::integer % 2 = 0 or create_by = 'u-staff')`.execute(
    db(),
  );
});
afterAll(() => server.dispose());

const SORTS = ['amount', 'name', 'title', 'updateTime', 'createTime'].flatMap((field) =>
  ['asc', 'desc'].map((order) => ({ field, order })),
);
const NARROW = { conditions: [{ field: 'amount', op: 'range', value: [3, 15] }] };

/** Every order, every page, with and without a condition: the administrator's list without what is not theirs. */
async function expectSame(): Promise<void> {
  for (const sort of SORTS)
    for (const narrow of [{}, NARROW]) {
      const data = { ...narrow, sort };
      const wanted = await readable(data);
      expect([
        data,
        [
          ...ids(await list(staff, data, 1, 10)),
          ...ids(await list(staff, data, 2, 10)),
          ...ids(await list(staff, data, 3, 10)),
        ],
      ]).toEqual([data, wanted]);
      expect([data, (await list(staff, data)).page.total]).toEqual([data, wanted.length]);
    }
}

describe('the orders of a form for those in whose hands its records were', () => {
  it('are found among the records themselves in a small form, in which hands bring nothing along', async () => {
    expect(await make()).toBe(0);
    expect(await handKeys()).toBeUndefined();
    expect((await list(staff, {})).page.total).toBe(OTHERS / 2 + OWN);
    await expectSame();
  });

  it.runIf(process.env['DATABASE_URL'])(
    'wait for a save that runs: what it stores would not be brought along',
    async () => {
      await sized(200_000);
      await db()
        .transaction()
        .execute(async (trx) => {
          await sql`update frm_record set title = title where form_key = ${FORM} and id = 'h002'`.execute(trx);
          expect(await handOrders(db(), await largeOrders(db()), false)).toBe(0);
          expect(await handKeys()).toBeUndefined();
        });
    },
  );

  it('stand by themselves in a large form, with the values that its list sorts by', async () => {
    await sized(200_000);
    expect(await make()).toBe(8);
    expect((await handKeys())?.ready?.toSorted()).toEqual(['amount', 'name']);
    expect(await handIndexes()).toEqual(['amount', 'name', 'title', 'update_time'].map(handIndex));
    expect(await make()).toBe(0);
  });

  it('follow what is saved, and a field that joins the list is asked of the records until hands bring it, too', async () => {
    await publish([
      ...FIELDS,
      { tag: 'el-input-number', __vModel__: 'days', label: '天数', isList: '1', isSearch: '1' },
    ]);
    for (const [id, amount, days] of [
      ['h002', 99, 3],
      ['h004', null, 1],
      ['h006', -1, 7],
      ['h007', 50, 2],
      ['h041', 98, 9],
    ] as const) {
      const { data: row } = await admin.get<Row>(`/api/system/frmCrud/getById/${FORM}?id=${id}`);
      const answer = await admin.post(`/api/system/frmCrud/saveOrUpdate/${FORM}`, {
        id,
        revision: row.revision,
        fieldsMap: { ...row.fieldsMap, amount, days, name: `改 ${id}` },
        childTables: {},
      });
      expect(answer.code).toBe('1');
    }
    SORTS.push({ field: 'days', order: 'asc' }, { field: 'days', order: 'desc' });
    await expectSame();
    expect(ids(await list(staff, { sort: { field: 'amount', order: 'desc' } })).slice(0, 2)).toEqual(['h002', 'h041']);

    await sized(200_000);
    expect(await make()).toBe(2);
    expect((await handKeys())?.ready?.toSorted()).toEqual(['amount', 'days', 'name']);
    await publish([
      ...FIELDS,
      { tag: 'el-input-number', __vModel__: 'days', label: '天数（工作日）', isList: '1', isSearch: '1' },
    ]);
    await expectSame();
  });

  it('come and go with what is in somebody’s hands', async () => {
    await sql`delete from flw_reader where record_id = 'h002' and user_id = 'u-staff'`.execute(db());
    await sql`insert into flw_reader (record_id, user_id, form_key, node_id, by_name) values ('h003', 'u-staff', ${FORM}, '', '某人')`.execute(
      db(),
    );
    const first = ids(await list(staff, { sort: { field: 'amount', order: 'desc' } }, 1, 50));
    expect(first).not.toContain('h002');
    expect(first).toContain('h003');
    await expectSame();
    await sql`delete from frm_record where form_key = ${FORM} and id = 'h003'`.execute(db());
    await expectSame();
  });
});
