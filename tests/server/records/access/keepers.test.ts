import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { recordTable } from '../../../../src/server/records/columns/recordSource.ts';
import { sql } from 'kysely';

interface Listed {
  data: { id: string; revision: number; fieldsMap: Record<string, unknown>; childTables: Record<string, unknown[]> }[];
  page: { total: number };
}

let server: TestServer;
let hr: Client;
let colleague: Client;
let staff: Client;
let leader: Client;
beforeAll(async () => {
  server = await startTestServer();
  [hr, colleague, staff, leader] = await Promise.all([
    server.api('hr'),
    server.api('duruoxi'),
    server.api('staff'),
    server.api('dengguoqiang'),
  ]);
});
afterAll(() => server.dispose());

const CRUD = '/api/system/frmCrud';
const list = (client: Client, name = '') =>
  client.post<Listed>(`${CRUD}/list/userFiles`, {
    data: name === '' ? {} : { conditions: [{ field: 'userName', op: 'eq', value: name }] },
    page: { pageNum: 1, pageSize: 100 },
  });
const archiveOf = async (name: string) => {
  const [row] = (await list(hr, name)).data.data;
  if (!row) throw new Error(`no archive of ${name}`);
  return row;
};

describe('a form that names its keepers, and whom and which department a record is about (access)', () => {
  it("shows all records of the unit to every keeper, one's own to the person, a department's to its leader", async () => {
    expect((await list(hr)).data.page.total).toBe(54);
    expect((await list(colleague)).data.page.total).toBe(54);
    expect((await list(staff)).data.data.map(({ fieldsMap }) => fieldsMap.userName)).toEqual(['周明轩']);
    const led = (await list(leader)).data.data.map(({ fieldsMap }) => fieldsMap.userName).sort();
    expect(led).toEqual(['唐振邦', '张伟', '方静', '李振华', '梁永刚', '王雪琴', '石磊', '邓国强'].sort());
  });

  it('opens single records by the same rule, and hides the others', async () => {
    const [own, other] = [await archiveOf('周明轩'), await archiveOf('张伟')];
    expect((await staff.get(`${CRUD}/getById/userFiles?id=${own.id}`)).code).toBe('1');
    expect((await staff.get(`${CRUD}/getById/userFiles?id=${other.id}`)).code).toBe('404');
    expect((await leader.get(`${CRUD}/getById/userFiles?id=${other.id}`)).code).toBe('1');
  });

  it('is changed by any keeper and by nobody who may only read', async () => {
    const own = await archiveOf('周明轩');
    const stored = (await hr.get<Listed['data'][number]>(`${CRUD}/getById/userFiles?id=${own.id}`)).data;
    const changed = {
      id: stored.id,
      revision: stored.revision,
      fieldsMap: { ...stored.fieldsMap, post: '高级经营专员' },
      childTables: stored.childTables,
    };
    expect((await staff.post(`${CRUD}/saveOrUpdate/userFiles`, changed)).code).toBe('403');
    expect((await leader.post(`${CRUD}/saveOrUpdate/userFiles`, changed)).code).toBe('404');
    expect((await colleague.post(`${CRUD}/saveOrUpdate/userFiles`, changed)).code).toBe('1');
    expect((await staff.get(`${CRUD}/delById/userFiles?id=${own.id}`)).code).toBe('403');
  });

  it('takes new records from keepers alone', async () => {
    const record = {
      fieldsMap: {
        employeeNo: 'HZ9001',
        userName: '新人',
        deptId: 'dept-cl',
        staffState: '试用',
        entryDate: '2026-11-01',
      },
      childTables: { certificates: [] },
    };
    expect((await staff.post(`${CRUD}/saveOrUpdate/userFiles`, record)).code).toBe('403');
    const saved = await colleague.post<{ id: string }>(`${CRUD}/saveOrUpdate/userFiles`, record);
    expect(saved.code).toBe('1');
    expect((await hr.get(`${CRUD}/delById/userFiles?id=${saved.data.id}`)).code).toBe('1');
  });

  it('keeps a keeper out of other units', async () => {
    await sql`update ${recordTable('userFiles')} set unit_id = 'unit-zx' where id = 'userFiles-0041'`.execute(
      server.context.db,
    );
    // what the server notes with every write of its own
    await server.context.db
      .insertInto('frm_place')
      .values({ form_key: 'userFiles', kind: 'unit', place_id: 'unit-zx' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // hr belongs to both companies, the colleague to one
    expect((await list(hr)).data.page.total).toBe(54);
    expect((await list(colleague)).data.page.total).toBe(53);
    expect((await colleague.get(`${CRUD}/getById/userFiles?id=userFiles-0041`)).code).toBe('404');
    expect((await colleague.get(`${CRUD}/delById/userFiles?id=userFiles-0041`)).code).toBe('404');
  });

  it('says of a record that a keeper reads in another unit that it cannot be changed', async () => {
    const admin = await server.api('admin');
    await admin.post('/api/system/sys/roleScope/save', { code: 'hr', scope: 'all', forms: [] });
    const read = async (client: Client) =>
      (
        await client.get<Listed['data'][number] & { isOfOtherUnit?: boolean }>(
          `${CRUD}/getById/userFiles?id=userFiles-0041`,
        )
      ).data;
    const other = await read(colleague);
    expect(other.isOfOtherUnit).toBe(true);
    expect((await colleague.post(`${CRUD}/saveOrUpdate/userFiles`, other)).code).toBe('403');
    for (const client of [hr, admin]) expect(await read(client)).not.toHaveProperty('isOfOtherUnit');
  });
});
