import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directoryOf } from '../../../src/server/system/directory.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const SYS = '/api/system/sys';
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

const found = async (body: object): Promise<string[]> =>
  (await admin.post<{ data: { showName: string }[] }>(`${SYS}/user/likeName`, body)).data.data.map(
    ({ showName }) => showName,
  );

describe('what searches keep of people and departments', () => {
  it('is another one after every change that a search would show, whoever made it', async () => {
    const { db } = server.context;
    expect(await found({ name: '江海洋' })).toEqual([]);
    // as another server on the same database would write it
    await db.updateTable('sys_user').set({ name: '江海洋' }).where('id', '=', 'u-staff').execute();
    expect([await found({ name: '海洋' }), await found({ name: 'jhy' }), await found({ name: 'JIANGHAI' })]).toEqual([
      ['江海洋'],
      ['江海洋'],
      ['江海洋'],
    ]);
    await db.updateTable('sys_user').set({ is_disabled: true }).where('id', '=', 'u-staff').execute();
    expect(await found({ name: '海洋' })).toEqual([]);
    await db.updateTable('sys_user').set({ is_disabled: false }).where('id', '=', 'u-staff').execute();

    const { data } = await admin.post<{ id: string }>(`${SYS}/org/save`, {
      name: '海洋检测部',
      type: 'dept',
      parentId: 'unit-jc',
    });
    expect(await found({ name: '', orgId: data.id })).toEqual([]);
    await db
      .insertInto('sys_user_unit')
      .values({ user_id: 'u-staff', unit_id: 'unit-jc', dept_id: data.id, sn: 10 })
      .execute();
    expect(await found({ name: '', orgId: data.id })).toEqual(['江海洋']);
    const options = (await admin.get<{ name: string }[]>(`${SYS}/org/options?keyword=${encodeURIComponent('海洋')}`))
      .data;
    expect(options.map(({ name }) => name)).toEqual([expect.stringMatching(/^海洋检测部（.+）$/) as string]);
  });

  it('stays the same where nothing of it changed', async () => {
    const { db } = server.context;
    const before = await directoryOf(db);
    await db.updateTable('sys_user').set({ phone: '13800000000' }).where('id', '=', 'u-staff').execute();
    expect(await directoryOf(db)).toBe(before);
    await db.updateTable('sys_org').set({ sn: 77 }).where('id', '=', 'unit-zx').execute();
    expect(await directoryOf(db)).not.toBe(before);
  });

  it('lists people page by page in their order, each once, and in another one when somebody else changes it', async () => {
    const { db } = server.context;
    type Listed = { data: { id: string }[]; page: { total: number } };
    const ask = async (orgId: string | null, pageNum: number): Promise<Listed> =>
      (await admin.post<Listed>(`${SYS}/user/page`, { data: { orgId }, page: { pageNum, pageSize: 7 } })).data;
    for (const orgId of [null, 'unit-zx']) {
      const { total } = (await ask(orgId, 1)).page;
      const ids: string[] = [];
      for (let page = 1; ids.length < total; page += 1) {
        const { data } = await ask(orgId, page);
        expect(data.length).toBeGreaterThan(0);
        ids.push(...data.map(({ id }) => id));
      }
      const stored = await db.selectFrom('sys_user').select(['id', 'sn']).where('id', 'in', ids).execute();
      const snOf = new Map(stored.map(({ id, sn }) => [id, sn]));
      const order = ids.map((id) => snOf.get(id) ?? 0);
      expect(new Set(ids).size).toBe(total);
      expect(order).toEqual([...order].sort((a, b) => a - b));
      const last = ids.at(-1) ?? '';
      await db.updateTable('sys_user').set({ sn: -1 }).where('id', '=', last).execute();
      expect((await ask(orgId, 1)).data[0]?.id).toBe(last);
      await db
        .updateTable('sys_user')
        .set({ sn: snOf.get(last) ?? 0 })
        .where('id', '=', last)
        .execute();
    }
    const count = await db.selectFrom('sys_user').select(db.fn.countAll<number>().as('n')).executeTakeFirst();
    expect((await ask(null, 1)).page.total).toBe(Number(count?.n));
  });

  it('is read within a transaction without waiting for anybody else', async () => {
    const { db } = server.context;
    await db.updateTable('sys_org').set({ sn: 78 }).where('id', '=', 'unit-zx').execute();
    const directories = await Promise.all([
      directoryOf(db),
      db.transaction().execute((trx) => directoryOf(trx)),
      directoryOf(db),
    ]);
    for (const { people } of directories) expect(people.map(({ name }) => name)).toContain('江海洋');
  });
});
