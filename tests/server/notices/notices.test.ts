import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Notice } from '../../../src/server/notices/manageNotices.ts';
import { remind, type Reminder } from '../../../src/server/notices/reminders.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Paged<T> {
  data: T[];
  page: { total: number };
}
const NOTICE = '/api/system/sysNotice';
const REMIND = '/api/system/sysMsgRemind';

let server: TestServer;
let staff: Client;
let leader: Client;
let hr: Client;
let device: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, leader, hr, device] = await Promise.all([
    server.api('staff'),
    server.api('leader'),
    server.api('hr'),
    server.api('device'),
  ]);
});
afterAll(() => server.dispose());

const mine = async (who: Client, title: string): Promise<Notice[]> =>
  (await who.post<Paged<Notice>>(`${NOTICE}/getList`, { data: { title } })).data.data;
const write = async (title: string, more: object = {}): Promise<string> =>
  (await hr.post<{ id: string }>(`${NOTICE}/saveOrUpdate`, { title, content: '内容', ...more })).data.id;

describe('a notice', () => {
  it('is read by everybody once it is released, and by nobody before', async () => {
    const id = await write('停电通知');
    expect(await mine(staff, '停电通知')).toEqual([]);
    expect((await staff.get(`${NOTICE}/getById?id=${id}`)).code).toBe('404');
    expect((await hr.post(`${NOTICE}/release`, { id })).code).toBe('1');
    expect(await mine(staff, '停电通知')).toMatchObject([
      { readStatus: '0', status: '1', authorName: expect.any(String) as string },
    ]);
    await staff.get(`${NOTICE}/getById?id=${id}`);
    expect((await mine(staff, '停电通知'))[0]?.readStatus).toBe('1');
    expect((await mine(leader, '停电通知'))[0]?.readStatus).toBe('0');
  });

  it('that somebody else changed meanwhile is not overwritten', async () => {
    const id = await write('两人同改');
    const { data: opened } = await hr.get<Notice>(`${NOTICE}/getById?id=${id}`);
    const save = (content: string) =>
      hr.post(`${NOTICE}/saveOrUpdate`, { id, title: '两人同改', content, revision: opened.revision });
    expect((await save('甲的内容')).code).toBe('1');
    expect((await save('乙的内容')).code).toBe('NOTICE_STALE');
    expect((await hr.get<Notice>(`${NOTICE}/getById?id=${id}`)).data.content).toBe('甲的内容');
  });

  it('for one unit is not shown in another', async () => {
    const id = await write('咨询公司例会', { unitIds: ['unit-zx'] });
    await hr.post(`${NOTICE}/release`, { id });
    expect(await mine(device, '咨询公司例会')).toEqual([]);
    expect(await mine(staff, '咨询公司例会')).toHaveLength(1);
    expect((await device.get(`${NOTICE}/getById?id=${id}`)).code).toBe('404');
  });

  it('is written, released, withdrawn and removed by those who may, not by staff', async () => {
    const id = await write('草拟');
    const tries = await Promise.all([
      staff.post(`${NOTICE}/saveOrUpdate`, { title: '冒名' }),
      staff.post(`${NOTICE}/release`, { id }),
      staff.post(`${NOTICE}/withdraw`, { id }),
      staff.get(`${NOTICE}/removeById?id=${id}`),
      staff.post(`${NOTICE}/getManageList`, {}),
    ]);
    expect(tries.map(({ code }) => code)).toEqual(['403', '403', '403', '403', '403']);
    expect((await hr.get(`${NOTICE}/removeById?id=${id}`)).code).toBe('1');
  });

  it('is not there for the writers of another unit: they neither see, change, release, withdraw nor remove it', async () => {
    const { db } = server.context;
    // a writer of the consulting company beside the testing company's
    await db.insertInto('sys_user_role').values({ user_id: 'u-jiangyan', role_code: 'hr' }).execute();
    const other = await server.api('jiangyan');
    const id = await write('检测公司内部通知', { unitIds: ['unit-jc'] });
    const tries = [
      await other.post(`${NOTICE}/saveOrUpdate`, { id, title: '改' }),
      await other.post(`${NOTICE}/release`, { id }),
      await other.post(`${NOTICE}/withdraw`, { id }),
      await other.get(`${NOTICE}/removeById?id=${id}`),
    ];
    const none = [
      await other.post(`${NOTICE}/saveOrUpdate`, { id: 'none', title: '改' }),
      await other.post(`${NOTICE}/release`, { id: 'none' }),
      await other.post(`${NOTICE}/withdraw`, { id: 'none' }),
      await other.get(`${NOTICE}/removeById?id=none`),
    ];
    const told = (answers: typeof tries) => answers.map(({ status, code, msg }) => [status, code, msg]);
    expect(told(tries)).toEqual(told(none));
    expect((await other.get(`${NOTICE}/getById?id=${id}`)).code).toBe('404');
    const managed = async (who: Client) =>
      (await who.post<Paged<Notice>>(`${NOTICE}/getManageList`, { data: { title: '检测公司内部通知' } })).data.data;
    expect(await managed(other)).toEqual([]);
    expect((await managed(hr)).map(({ title, status }) => [title, status])).toEqual([['检测公司内部通知', '0']]);
    expect((await managed(await server.api('admin'))).map((notice) => notice.id)).toEqual([id]);
    await db.deleteFrom('sys_user_role').where('user_id', '=', 'u-jiangyan').where('role_code', '=', 'hr').execute();
  });

  it('that is released is not changed or removed until it is withdrawn', async () => {
    const id = await write('版本一');
    await hr.post(`${NOTICE}/release`, { id });
    expect((await hr.post(`${NOTICE}/saveOrUpdate`, { id, title: '版本二' })).code).toBe('REQUEST_INVALID');
    expect((await hr.get(`${NOTICE}/removeById?id=${id}`)).code).toBe('REQUEST_INVALID');
    expect((await hr.post(`${NOTICE}/release`, { id })).code).toBe('REQUEST_INVALID');
    await hr.post(`${NOTICE}/withdraw`, { id });
    expect(await mine(staff, '版本一')).toEqual([]);
    expect((await hr.post(`${NOTICE}/saveOrUpdate`, { id, title: '版本二' })).code).toBe('1');
  });

  it('counts as unread until it is opened', async () => {
    const count = async (): Promise<number> =>
      (await leader.get<{ notice: number }>(`${REMIND}/unreadCount`)).data.notice;
    const id = await write('计数');
    const before = await count();
    await hr.post(`${NOTICE}/release`, { id });
    expect(await count()).toBe(before + 1);
    await leader.get(`${NOTICE}/getById?id=${id}`);
    expect(await count()).toBe(before);
  });
});

describe('reminders', () => {
  it('tell the applicant what became of the application, with the opinion (CL-014)', async () => {
    const todo = await leader.post<Paged<{ taskId: string; formKey: string; recordId: string; startUserName: string }>>(
      '/api/task/flow/task/listMyTodo',
      { page: { pageNum: 1, pageSize: 50 } },
    );
    const task = todo.data.data.find(({ startUserName }) => startUserName === '周明轩');
    if (!task) throw new Error('the demo company gives the leader nothing from staff');
    const record = (
      await leader.get<object>(`/api/system/frmCrud/getById/${task.formKey}?id=${task.recordId}&taskId=${task.taskId}`)
    ).data;
    const acted = await leader.post(`/api/system/frmCrud/runProcess/${task.formKey}`, {
      record,
      action: 'return',
      taskId: task.taskId,
      opinion: '请补充附件',
    });
    expect(acted).toMatchObject({ code: '1' });
    const list = async (data: object = {}): Promise<Reminder[]> =>
      (await staff.post<Paged<Reminder>>(`${REMIND}/msgRemindList`, { data })).data.data;
    const [first] = await list();
    expect(first).toMatchObject({
      recordId: task.recordId,
      formKey: task.formKey,
      readStatus: '0',
      content: expect.stringContaining('请补充附件') as string,
    });
    expect(first?.title).toContain('已被退回');
    await leader.post(`${REMIND}/read`, { ids: [first?.id] });
    expect((await list({ readStatus: '0' })).map(({ id }) => id)).toContain(first?.id);
    await staff.post(`${REMIND}/read`, { ids: [first?.id] });
    expect((await list({ readStatus: '0' })).map(({ id }) => id)).not.toContain(first?.id);
  });
});

describe('a notice that cannot be', () => {
  it.each([
    ['of a kind that there is not', { kind: '9' }],
    ['for a unit that does not exist', { unitIds: ['unit-jc', 'nowhere'] }],
    ['for a department', { unitIds: ['dept-jy'] }],
  ])('%s is refused', async (_what, more) => {
    expect(await hr.post(`${NOTICE}/saveOrUpdate`, { title: '不成立的通知', ...more })).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
    });
    expect(
      (await hr.post<Paged<unknown>>(`${NOTICE}/getManageList`, { data: { title: '不成立的通知' } })).data.page.total,
    ).toBe(0);
  });

  it('is asked for by states that there are', async () => {
    for (const data of [{ readStatus: '9' }, { kind: 'x' }, { status: '7' }])
      expect((await hr.post(`${NOTICE}/getList`, { data })).code, JSON.stringify(data)).toBe('REQUEST_INVALID');
  });

  it('is written once by two presses with one key', async () => {
    const key = { 'idempotency-key': 'notice-twice' };
    const body = { title: '按了两次' };
    const ids = (
      await Promise.all([
        hr.post<{ id: string }>(`${NOTICE}/saveOrUpdate`, body, key),
        hr.post<{ id: string }>(`${NOTICE}/saveOrUpdate`, body, key),
      ])
    ).map(({ data }) => data.id);
    expect(new Set(ids).size).toBe(1);
    expect(await hr.post(`${NOTICE}/saveOrUpdate`, { title: '另一个' }, key)).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
    });
    expect(
      (await hr.post<Paged<unknown>>(`${NOTICE}/getManageList`, { data: { title: '按了两次' } })).data.page.total,
    ).toBe(1);
  });
});

it('a reminder of no known kind that is sent by mail only is not shown in the product', async () => {
  const sent = async (ways?: ['mail'] | ['site']) =>
    server.context.db.transaction().execute(async (trx) => {
      const reminder = { userId: 'u-staff', kind: 'unknown', title: '仅发邮件', ...(ways ? { ways } : {}) };
      return (await remind(trx, [reminder])).site;
    });
  expect([await sent(['mail']), await sent(['site']), await sent()]).toEqual([[], ['u-staff'], ['u-staff']]);
});
