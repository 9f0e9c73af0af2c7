import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, signIn, startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
});
afterAll(() => server.dispose());

const FILES = '/api/system/sys/fileManage';

const FIGURES = '/api/system/sys/monitor/figures';

const upload = async (name: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob(['content']), name);
  return (await staff.post<{ id: string }>('/api/file/sys/file/upload', form)).data.id;
};

const age = (id: string) =>
  sql`update att_file set created_at = now() - interval '8 days' where id = ${id}`.execute(server.context.db);

const find = async (data: object) =>
  (
    await admin.post<{ data: { id: string; state: string; size: number; uploader: string; place: string }[] }>(
      `${FILES}/page`,
      { data },
    )
  ).data.data;

const remove = async (id: string) => admin.post(`${FILES}/remove`, { id });

describe('the page of files', () => {
  it('shows whose a file is, its size and what holds it', async () => {
    const id = await upload('平面图.txt');
    expect(await find({ keyword: '平面图' })).toMatchObject([{ id, size: 7, state: 'fresh', place: '' }]);
    await sql`insert into frm_record_file (file_id, record_id, form_key) values (${id}, 'r1', 'customerProfile')`.execute(
      server.context.db,
    );
    const [row] = await find({ keyword: '平面图', state: 'held' });
    expect(row?.place).toContain('r1');
    expect(row?.uploader).not.toBe('');
    expect((await admin.post(`${FILES}/page`, { data: { timeFrom: 'soon' } })).code).toBe('REQUEST_INVALID');
  });

  it('removes only what nobody refers to and nobody can be filling in, and notes it', async () => {
    const id = await upload('无用.txt');
    expect((await remove(id)).msg).toContain('不能删除');
    await age(id);
    expect((await find({ state: 'orphan' })).map((one) => one.id)).toContain(id);
    await staff.post('/api/system/frmDraft/save', {
      id: 'draft-of-trial-01',
      formKey: 'customerProfile',
      revision: 0,
      set: { file: [{ id }] },
    });
    expect((await remove(id)).msg).toContain('草稿');
    await sql`delete from frm_draft`.execute(server.context.db);
    expect((await remove(id)).code).toBe('1');
    expect((await remove(id)).code).toBe('404');
    const { data } = await admin.post<{ data: { actionType: string; objectName: string }[] }>(
      '/api/system/sysAudit/getList',
      { data: { object: 'att_file', action: 'fileRemoved' } },
    );
    expect(data.data[0]).toMatchObject({ actionType: '删除文件', objectName: '无用.txt' });
  });

  it('does not remove what a record holds, however old it is', async () => {
    const [held] = await find({ keyword: '平面图' });
    await age(held?.id ?? '');
    expect((await remove(held?.id ?? '')).msg).toContain('仍被使用');
  });

  it('does not offer a signature or a file of the recycle bin, and says where it is', async () => {
    const [signature, ofDeleted] = [await upload('签名.txt'), await upload('删除的记录.txt')];
    const { db } = server.context;
    await sql`update sys_user set signature_id = ${signature} where username = 'staff'`.execute(db);
    await sql`insert into frm_bin
      (record_id, form_key, form_name, title, system, document, file_ids, deleted_by, deleted_by_name)
      values ('binned', 'customerProfile', '客户档案', '已删客户', '{}', '{}', array[${ofDeleted}], '1', '管理员')`.execute(
      db,
    );
    await age(signature);
    await age(ofDeleted);
    const orphans = (await find({ state: 'orphan' })).map(({ id }) => id);
    expect(orphans).not.toContain(signature);
    expect(orphans).not.toContain(ofDeleted);
    expect((await find({ keyword: '签名' }))[0]?.place).toContain('签名：');
    expect((await find({ keyword: '删除的记录' }))[0]?.place).toContain('回收站：客户档案“已删客户”');
    expect((await remove(signature)).msg).toContain('仍被使用');
    expect((await remove(ofDeleted)).msg).toContain('仍被使用');
  });
});

describe('the monitor', () => {
  it('shows server, database, queues and calls, and says what is wrong', async () => {
    await server.context.db
      .insertInto('sys_channel')
      .values({ id: 'c', name: 'c', kind: 'webhook', url: 'http://127.0.0.1:1', topics: '[]' })
      .execute();
    await server.context.db
      .insertInto('sys_outbox')
      .values({
        id: 'm',
        channel_id: 'c',
        topic: 'test',
        title: 't',
        payload: '{"content":"","people":[]}',
        state: 'failed',
      })
      .execute();
    const { data } = await admin.post<{ id: string; group: string; value: string; state: string }[]>(FIGURES, {});
    const of = (id: string) => data.find((one) => one.id === id);
    expect(new Set(data.map(({ group }) => group))).toEqual(
      new Set(['本服务器', '数据库', '队列', '接口', '最慢的接口']),
    );
    expect(of('messages')).toMatchObject({ value: '等待 0，失败 1', state: 'bad' });
    expect(of('size')?.value).toMatch(/^\d+(\.\d)? [MG]B$/);
    expect(Number(of('online')?.value)).toBeGreaterThanOrEqual(2);
  });
});

describe('files and figures', () => {
  it('are for administrators alone', async () => {
    const answers = await Promise.all([
      staff.post(`${FILES}/page`, {}),
      staff.post(`${FILES}/remove`, { id: 'x' }),
      staff.post(FIGURES, {}),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(['403', '403', '403']);
  });
});

const ONLINE = '/api/system/sys/online';

const LOG = '/api/system/sys/signInLog/page';

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
    await signIn(server.url, 'manager');
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
