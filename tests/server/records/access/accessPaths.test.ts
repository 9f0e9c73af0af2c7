import { type KyselyPlugin, sql, type SqlBool } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { recordTableName } from '../../../../src/server/records/columns/tableNames.ts';
import { type SearchMethod, searchMethodsOf } from '../../../../src/server/records/access/accessPaths.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { isLong } from '../../../support/tier.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { storeMany } from '../../../support/storeMany.ts';
import { recordsOf as recordTableOf } from '../../../../src/server/records/columns/recordSource.ts';
import { loadReadingSituations } from '../../../../src/server/records/read/answerRecord.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await publishForm(server.context, {
    formKey: FORM,
    formName: FORM,
    note: '',
    author,
    definition: { fields: [{ tag: 'el-input', __vModel__: 'title', label: '标题', isList: '1' }] },
  });
  await storeMany(server.context, FORM, OWN, (n) => ({ id: `w${n}`, title: '记录' }));
});
afterAll(() => server.dispose());

const FORM = 'manyways';

const TABLE = recordTableName(FORM);

const OWN = 600;

/** As if the table held so many records. */
const sized = async (records: number): Promise<readonly SearchMethod[]> => {
  await sql`update pg_class set reltuples = ${sql.lit(records)} where oid = to_regclass(${`"${TABLE}"`})`.execute(
    server.context.db,
  );
  const ways = ['u-staff', 'u-hr'].map((id) => ({
    kind: 'own' as const,
    condition: sql<SqlBool>`frm_record.create_by = ${id}`,
  }));
  return searchMethodsOf(
    server.context,
    server.context.db,
    { key: `of ${records}`, formKey: FORM, order: 'title', facts: null },
    ways,
  );
};

describe('whether a way leads to many records', () => {
  it('is yes for six hundred among a million: a page of them is soon found in the order of all', async () => {
    expect(await sized(1_000_000)).toEqual(['inOrder', 'sorted']);
  });

  it('is no for them among a hundred million: to sort them is quicker', async () => {
    expect(await sized(100_000_000)).toEqual(['sorted', 'sorted']);
  });

  it('does not hang on statistics that are not there yet', async () => {
    expect(await sized(-1)).toEqual(['inOrder', 'sorted']);
  });
});

interface Listed {
  data: { id: string }[];
  page: { total: number };
}

const PEOPLE = ['staff', 'leader', 'manager', 'hr', 'finance', 'device'];

const FORMS = ['businessSealApply', 'expenseReimbursement', 'earnestMoney', 'scrapDevice'];

const ORDERS = [
  null,
  { field: 'createTime', order: 'asc' },
  { field: 'title', order: 'asc' },
  { field: 'updateTime', order: 'desc' },
];

/** A list is merged from the ways that lead to records, one record is judged by a condition on its own rows: the two must name the same records. */
it.each(PEOPLE)(
  'the records that %s finds in a list, in whichever order, are those that open for them one by one',
  async (person) => {
    const client = await server.api(person);
    const admin = await server.api('admin');
    let seen = 0;
    // usually half of the forms, the other half for the next person
    const forms = FORMS.filter((_form, at) => isLong || at % 2 === PEOPLE.indexOf(person) % 2);
    for (const form of forms) {
      const list = async (who: typeof client, sort: object | null): Promise<{ ids: string[]; total: number }> => {
        const { data } = await who.post<Listed>(`/api/system/frmCrud/list/${form}`, {
          data: sort ? { sort } : {},
          page: { pageNum: 1, pageSize: 500 },
        });
        return { ids: data.data.map(({ id }) => id).sort(), total: data.page.total };
      };
      const open: string[] = [];
      for (const id of (await list(admin, null)).ids)
        if ((await client.get(`/api/system/frmCrud/getById/${form}?id=${id}`)).code === '1') open.push(id);
      for (const sort of ORDERS)
        expect([form, sort, await list(client, sort)]).toEqual([form, sort, { ids: open, total: open.length }]);
      seen += open.length;
    }
    expect(seen).toBeGreaterThan(0);
  },
);

it('the situations of many records of a form without a process cost no more queries than that of one', async () => {
  const { context } = server;
  const formKey = 'withoutProcess';
  await publishForm(context, {
    formKey,
    formName: '无流程',
    note: '',
    author,
    definition: { fields: [{ tag: 'el-input', __vModel__: 'name', label: '名称' }] },
  });
  const staff = recordsOf(await server.api('staff'), formKey);
  for (const name of ['一', '二', '三']) expect((await staff.save({ fieldsMap: { name } })).code).toBe('1');
  const rows = await context.db
    .selectFrom(await recordTableOf(context.db, formKey))
    .selectAll()
    .execute();
  const user = { id: 'u-staff', name: '', username: 'staff', roles: [], fieldRules: {} } as never;
  const queriesFor = async (count: number): Promise<number> => {
    let queries = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await loadReadingSituations(context, context.db.withPlugin(counting), user, rows.slice(0, count));
    return queries;
  };
  await queriesFor(1);
  expect([rows.length, await queriesFor(3)]).toEqual([3, await queriesFor(1)]);
});
