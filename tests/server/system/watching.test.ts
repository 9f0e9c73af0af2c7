import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const ONLINE = '/api/system/sys/online';
const LOG = '/api/system/sys/signInLog/page';
let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  staff = await server.api('staff');
});
afterAll(() => server.dispose());

interface Session {
  id: string;
  username: string;
  isCurrent: boolean;
}
const online = async (client: Client, keyword = '') =>
  (await client.post<{ data: Session[] }>(`${ONLINE}/page`, { data: { keyword } })).data.data;
const grant = async (username: string, permission: string) => {
  const role = `trial-${username}`;
  await server.context.db
    .insertInto('sys_role')
    .values({ code: role, name: role, permissions: JSON.stringify([permission]) } as never)
    .execute();
  const { id } = await server.context.db
    .selectFrom('sys_user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  await server.context.db
    .insertInto('sys_user_role')
    .values({ user_id: id, role_code: role } as never)
    .execute();
};

describe('online sessions', () => {
  it('are listed with whose they are, and one that is ended is refused at its next call', async () => {
    const leader = await server.api('leader');
    const [session] = await online(admin, 'leader');
    expect(session).toMatchObject({ username: 'leader', isCurrent: false });
    expect((await leader.get('/api/auth/oauth/getCurrentUser')).code).toBe('1');
    expect((await admin.post(`${ONLINE}/end`, { id: session?.id })).code).toBe('1');
    expect((await leader.get('/api/auth/oauth/getCurrentUser')).status).toBe(401);
    expect(await online(admin, 'leader')).toEqual([]);
    expect((await admin.post(`${ONLINE}/end`, { id: session?.id })).code).toBe('404');
  });

  it('do not end for the person who ends them', async () => {
    const own = (await online(admin, 'admin')).find(({ isCurrent }) => isCurrent);
    expect((await admin.post(`${ONLINE}/end`, { id: own?.id })).msg).toContain('当前的登录');
    expect((await admin.get('/api/auth/oauth/getCurrentUser')).code).toBe('1');
  });

  it('are for who may end them, who cannot end those of administrators', async () => {
    expect([
      (await staff.post(`${ONLINE}/page`, {})).code,
      (await staff.post(`${ONLINE}/end`, { id: 'x' })).code,
    ]).toEqual(['403', '403']);
    await grant('hr', 'system:online:end');
    const hr = await server.api('hr');
    const sessions = await online(hr);
    const of = (username: string) => sessions.find((one) => one.username === username)?.id;
    expect((await hr.post(`${ONLINE}/end`, { id: of('admin') })).code).toBe('403');
    expect((await admin.get('/api/auth/oauth/getCurrentUser')).code).toBe('1');
  });
});

describe('the sign-in log', () => {
  const log = async (client: Client, data: object = {}) =>
    client.post<{ data: { action: string; name: string; detail: string; address: string }[]; page: { total: number } }>(
      LOG,
      { data },
    );

  it('holds sign-ins with their device and failures with their reason, by event and period', async () => {
    await server.api('manager', 'wrong').catch(() => undefined);
    await server.api('manager');
    const all = await log(admin);
    expect(all.data.data[0]).toMatchObject({ action: 'signIn', address: '127.0.0.1' });
    const failed = (await log(admin, { action: 'signInFailed' })).data.data;
    expect(failed.map(({ detail }) => detail)).toEqual(['密码不正确']);
    expect((await log(admin, { timeTo: '2020-01-01' })).data.page.total).toBe(0);
    expect((await log(admin, { timeFrom: 'yesterday' })).code).toBe('REQUEST_INVALID');
  });

  it('is for who may read it', async () => {
    expect((await log(staff)).code).toBe('403');
    await grant('sealer', 'system:log:list');
    expect((await log(await server.api('sealer'))).code).toBe('1');
  });
});
