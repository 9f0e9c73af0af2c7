import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';

const BASE = '/api/system/sys/visit';
let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([signIn(server.url, 'admin'), signIn(server.url, 'staff')]);
});
afterAll(() => server.dispose());

const note = (client: Client, ...pages: [string, number][]) =>
  client.post(`${BASE}/note`, { pages: pages.map(([page, views]) => ({ page, views })) });
interface Rows<T> {
  data: T[];
  total: number;
}
const ask = async <T>(call: string, data: object): Promise<T[]> =>
  (await admin.post<Rows<T>>(`${BASE}/${call}`, { page: { pageNum: 1, pageSize: 50 }, data })).data.data;

describe('visits of pages', () => {
  it('are counted by day, person and page, and named as the menu names the page', async () => {
    await note(staff, ['/mail/inbox', 2], ['/mail/inbox', 1], ['/nowhere', 1]);
    await note(staff, ['/mail/inbox', 4]);
    await note(admin, ['/systemManagement/loginLog', 1], ['/taskCenter/toDoList', 1]);
    const rows = await ask<{ userName: string; pageName: string; page: string; views: number }>('page', {});
    expect(rows.find(({ page }) => page === '/mail/inbox')?.views).toBe(7);
    expect(rows.find(({ page }) => page === '/nowhere')?.pageName).toBe('/nowhere');
    expect(rows.find(({ page }) => page === '/systemManagement/loginLog')?.pageName).toBe('登录日志');
    expect(rows.find(({ page }) => page === '/taskCenter/toDoList')?.pageName).toBe('我的待办');
    expect((await ask<{ page: string }>('page', { keyword: '登录日' })).map(({ page }) => page)).toEqual([
      '/systemManagement/loginLog',
    ]);
  });

  it('make views and people by day, page, unit and person', async () => {
    await note(admin, ['/mail/inbox', 1]);
    const figures = (by: string) => ask<{ id: string; name: string; pv: number; uv: number }>('figures', { by });
    expect(await figures('day')).toMatchObject([{ pv: 11, uv: 2 }]);
    expect((await figures('page')).find(({ id }) => id === '/mail/inbox')).toMatchObject({ pv: 8, uv: 2 });
    expect((await figures('user')).map(({ pv }) => pv)).toEqual([8, 3]);
    const byUnit = await figures('unit');
    expect(byUnit.reduce((sum, { pv }) => sum + pv, 0)).toBe(11);
    expect(byUnit.every(({ name }) => name !== '' && !name.startsWith('u-'))).toBe(true);
  });

  it('are narrowed by days, and what is no day is refused', async () => {
    expect(await ask('figures', { by: 'page', dayTo: '2020-01-01' })).toEqual([]);
    const wrong = await admin.post(`${BASE}/figures`, { data: { dayFrom: '2026-02-30' } });
    expect([wrong.status, wrong.code, wrong.msg]).toEqual([
      400,
      'REQUEST_INVALID',
      '请求参数有误：没有 2026-02-30 这一天',
    ]);
  });

  it('take no addresses with what was asked for there, and no more made-up pages than a person opens', async () => {
    for (const page of ['mail', '/mail?box=in', '/mail#x', 'https://example.com/', `/${'x'.repeat(200)}`])
      expect((await note(staff, [page, 1])).code).toBe('REQUEST_INVALID');
    expect((await note(staff, ['/mail', 0])).code).toBe('REQUEST_INVALID');
    for (let part = 0; part < 12; part += 1)
      await note(
        staff,
        ...Array.from({ length: 50 }, (_none, at): [string, number] => [`/made-up/${part * 50 + at}`, 1]),
      );
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::integer as count from sys_visit where user_id = 'u-staff'`.execute(server.context.db);
    expect(rows[0]?.count).toBeLessThan(560);
    // a page that was counted before is still counted
    const viewsOf = async (): Promise<number> =>
      (await ask<{ page: string; userName: string; views: number }>('page', { keyword: '/mail/inbox' }))
        .filter(({ page }) => page === '/mail/inbox')
        .reduce((sum, { views }) => sum + views, 0);
    const before = await viewsOf();
    await note(staff, ['/mail/inbox', 3]);
    expect(before).toBeGreaterThan(0);
    expect(await viewsOf()).toBe(before + 3);
    await sql`delete from sys_visit where page like '/made-up/%'`.execute(server.context.db);
  });

  it('are read by who may read the logs, and by nobody else', async () => {
    for (const call of ['page', 'figures', 'signIns'])
      expect((await staff.post(`${BASE}/${call}`, { data: {} })).code).toBe('403');
  });

  it('stand beside the sign-ins of each day', async () => {
    await server.anonymous.post(
      '/api/auth/oauth/token',
      new URLSearchParams({
        grant_type: 'captcha',
        username: 'staff',
        password: 'wrong',
        uuid: 'n',
        validateCode: 'test',
      }),
    );
    const [today] = await ask<{ signIns: number; people: number; failures: number }>('signIns', {});
    expect(today).toMatchObject({ signIns: 2, people: 2, failures: 1 });
  });
});
