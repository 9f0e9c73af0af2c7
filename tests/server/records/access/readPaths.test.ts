import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KyselyPlugin } from 'kysely';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { recordsOf as recordTableOf } from '../../../../src/server/records/columns/recordSource.ts';
import { loadReadingSituations } from '../../../../src/server/records/read/answerRecord.ts';
import { author, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../../support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

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
    for (const form of FORMS) {
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
