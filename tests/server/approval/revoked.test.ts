import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstanceView } from '../../../src/server/approval/admin/listInstances.ts';
import { begin, edge, flowFile, publishStory, task, type Story } from './story.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';

const TWO = `${edge('f1', 'apply', 'check')}${task('check user u-finance')}${edge('f2', 'check', 'seal')}${task('seal role sealer')}${edge('f3', 'seal', 'e')}`;
const DRAFT = 'draft-of-who-is-locked';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  await publishStory(server, 'revoked', flowFile('revoked', TWO));
});
afterAll(() => server.dispose());

const change = (text: string): Promise<unknown> => sql.raw(text).execute(server.context.db);
const instanceOf = async (story: Story): Promise<string> =>
  (
    await server.context.db
      .selectFrom('flw_instance')
      .select('id')
      .where('record_id', '=', story.id)
      .executeTakeFirstOrThrow()
  ).id;
const stuckOf = async (story: Story): Promise<InstanceView | undefined> =>
  (
    await admin.post<{ data: InstanceView[] }>('/api/task/flow/admin/instances', {
      status: 'stuck',
      page: { pageNum: 1, pageSize: 50 },
    })
  ).data.data.find(({ recordId }) => recordId === story.id);
const keepDraft = (client: Client, revision: number, record: string, note: string) =>
  client.post<{ revision: number }>('/api/system/frmDraft/save', {
    id: DRAFT,
    formKey: 'revoked',
    recordId: record,
    revision,
    set: { note },
  });
const draftOf = async (client: Client): Promise<unknown> =>
  (await client.get<{ content: unknown }>(`/api/system/frmDraft/get?id=${DRAFT}`)).data?.content;
const codes = async (client: Client, { id }: Story, taskId = ''): Promise<Record<string, string>> => {
  const task = taskId ? { taskId } : {};
  const record = { id, revision: 1, fieldsMap: { title: '改' }, childTables: {} };
  return {
    get: (await client.get(`/api/system/frmCrud/getById/revoked?id=${id}`)).code,
    save: (await client.post('/api/system/frmCrud/saveOrUpdate/revoked', { ...record, ...task })).code,
    approve: (
      await client.post('/api/system/frmCrud/runProcess/revoked', {
        record,
        action: 'approve',
        opinion: '同意',
        ...task,
      })
    ).code,
    transfer: (
      await client.post('/api/task/flow/process/transfer', {
        formKey: 'revoked',
        recordId: id,
        ...task,
        userIds: ['u-hr'],
        opinion: '请办',
      })
    ).code,
    todo: (await client.post('/api/task/flow/task/listMyTodo', {})).code,
  };
};

describe('an account that is locked while its task is open in the browser', () => {
  it('gets no further with any call, keeps what was typed, and an administrator gives the task to another', async () => {
    const story = await begin(server, 'revoked', { title: '锁定' });
    const finance = await server.api('finance');
    const { taskId } = (await story.todo('finance')) ?? {};
    expect((await keepDraft(finance, 0, story.id, '写了一半')).code).toBe('1');
    expect(await stuckOf(story)).toBeUndefined();

    await change(`update sys_user set is_disabled = true where id = 'u-finance'`);
    expect(new Set(Object.values(await codes(finance, story, taskId)))).toEqual(new Set(['A0230']));
    expect((await keepDraft(finance, 1, story.id, '又写了一点')).code).toBe('A0230');
    expect(
      (
        await server.anonymous.post(
          '/api/auth/oauth/token',
          new URLSearchParams({ grant_type: 'refresh_token', refresh_token: finance.refreshToken }),
        )
      ).code,
    ).toBe('B0001');
    await expect(signIn(server.url, 'finance')).rejects.toThrow('A0210');

    expect(await stuckOf(story)).toMatchObject({
      stuck: 'noCandidate',
      handlers: expect.stringContaining('（已停用）'),
    });
    const given = await admin.post('/api/task/flow/admin/assign', {
      instanceIds: [await instanceOf(story)],
      userIds: ['u-hr'],
      reason: '原办理人停用',
    });
    expect(given.code, JSON.stringify(given.data)).toBe('1');
    expect([await story.holders(), await stuckOf(story)]).toEqual([['hr'], undefined]);

    // let in again, they have their words, and not the task
    await change(`update sys_user set is_disabled = false where id = 'u-finance'`);
    const again = await server.api('finance');
    expect(await draftOf(again)).toEqual({ note: '写了一半' });
    expect(await codes(again, story, taskId)).toEqual({
      get: '404',
      save: '404',
      approve: '404',
      transfer: '404',
      todo: '1',
    });
    expect((await keepDraft(again, 1, story.id, '留给同事')).code).toBe('1');
    expect((await story.act('hr', 'approve')).code).toBe('1');
  });
});

describe('a task that an administrator gives to another while it is open in the browser', () => {
  it('is refused to its old holder by every call, whose draft stays, and done by the new one', async () => {
    const story = await begin(server, 'revoked', { title: '交接' });
    const finance = await server.api('finance');
    const { taskId } = (await story.todo('finance')) ?? {};
    const { data: before } = await finance.get<{ revision: number }>(`/api/system/frmDraft/get?id=${DRAFT}`);
    await keepDraft(finance, before.revision, story.id, '交接前写的');
    const done = await admin.post('/api/task/flow/admin/reassign', {
      from: 'u-finance',
      to: 'u-hr',
      instanceIds: [await instanceOf(story)],
      reason: '休假',
    });
    expect(done.code, JSON.stringify(done.data)).toBe('1');
    expect(await codes(finance, story, taskId)).toEqual({
      get: '404',
      save: '404',
      approve: '404',
      transfer: '404',
      todo: '1',
    });
    expect(await draftOf(finance)).toEqual({ note: '交接前写的' });
    expect((await story.act('hr', 'approve')).code).toBe('1');
    expect(await story.at()).toBe('seal');
  });
});

describe('a role that is taken away while a task that came by it is open in the browser', () => {
  it('leaves the task with whom it was given to, gives them no new one, and closes what else it opened', async () => {
    const [held, next] = [
      await begin(server, 'revoked', { title: '先到' }),
      await begin(server, 'revoked', { title: '后到' }),
    ];
    expect((await held.act('finance', 'approve')).code).toBe('1');
    const sealer = await server.api('sealer');
    await change(`insert into sys_role_scope (role_code, form_key, scope) values ('sealer', 'revoked', 'all')`);
    const seen = async (id: string): Promise<string> =>
      (await sealer.get(`/api/system/frmCrud/getById/revoked?id=${id}`)).code;
    expect([await seen(held.id), await seen(next.id)]).toEqual(['1', '1']);

    await change(`delete from sys_user_role where user_id = 'u-sealer' and role_code = 'sealer'`);
    expect([await seen(held.id), await seen(next.id)]).toEqual(['1', '404']);
    // of the role's holders nobody is left who could be asked next
    const later = await next.act('finance', 'approve');
    expect([later.code, await next.at()]).toEqual(['FLOW_NO_CANDIDATE', 'check']);
    expect((await held.act('sealer', 'approve')).code).toBe('1');
    expect(await held.state()).toBe('3');
  });
});

describe('a person who moves to another unit', () => {
  it('reads there what their roles reach and nothing of the old unit, with the very token they had', async () => {
    const story = await begin(server, 'revoked', { title: '调动' });
    const manager = await server.api('manager');
    const seen = async (): Promise<string> =>
      (await manager.get(`/api/system/frmCrud/getById/revoked?id=${story.id}`)).code;
    expect(await seen()).toBe('1');
    await change(`delete from sys_user_unit where user_id = 'u-manager'`);
    await change(
      `update sys_user set unit_id = (select id from sys_org where type = 'unit' and id <> u.unit_id order by id limit 1), dept_id = null from (select unit_id from sys_user where id = 'u-manager') u where id = 'u-manager'`,
    );
    expect(await seen()).toBe('404');
  });
});

describe('rights that administrators lose', () => {
  it('end with the next call of the page that is open', async () => {
    const second = await server.api('device');
    await change(`insert into sys_user_role (user_id, role_code) values ('u-device', 'admin')`);
    const ask = async () => [
      (await second.get('/api/auth/lock/list')).code,
      (await second.post('/api/system/sysAudit/getList', {})).code,
    ];
    expect(await ask()).toEqual(['1', '1']);
    await change(`delete from sys_user_role where user_id = 'u-device' and role_code = 'admin'`);
    expect(await ask()).toEqual(['403', '403']);
  });
});
