import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './support.ts';

let server: TestServer;
beforeAll(async () => { server = await startTestServer(); });
afterAll(() => server.dispose());

interface Listed { data: { id: string }[]; page: { total: number } }

const PEOPLE = ['staff', 'leader', 'manager', 'hr', 'finance', 'device'];
const FORMS = ['businessSealApply', 'expenseReimbursement', 'earnestMoney', 'scrapDevice'];

/** The newest come by the ways that lead to them, any other order by one condition: the two must name the same records. */
it.each(PEOPLE)('the records that %s may read are the same whichever order they are asked for in', async (person) => {
  const client = await server.api(person);
  let seen = 0;
  for (const form of FORMS) {
    const list = async (sort: object): Promise<{ ids: string[]; total: number }> => {
      const { data } = await client.post<Listed>(`/api/system/frmCrud/list/${form}`, { page: { pageNum: 1, pageSize: 500 }, ...sort });
      return { ids: data.data.map(({ id }) => id).sort(), total: data.page.total };
    };
    const newest = await list({});
    expect([form, newest]).toEqual([form, await list({ sort: { field: 'createTime', order: 'asc' } })]);
    seen += newest.ids.length;
  }
  expect(seen).toBeGreaterThan(0);
});
