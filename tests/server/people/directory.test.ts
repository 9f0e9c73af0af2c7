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
