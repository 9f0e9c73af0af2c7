import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  nextTimeOf,
  scheduleText,
  type SubscriptionSchedule,
} from '../../../src/server/subscriptions/subscriptionSchedule.ts';
import { runDueSubscriptions } from '../../../src/server/subscriptions/index.ts';
import { deleteSentMessages } from '../../../src/server/outbox/index.ts';
import { loadPeopleAsSignedIn } from '../../../src/server/auth/index.ts';
import { composeTable } from '../../../src/server/subscriptions/compose.ts';
import { copyRecord } from '../support/copyRecord.ts';
import { storedRecords } from '../support/recordsIn.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const day = (month: number, date: number, hours = 0, minutes = 0): Date =>
  new Date(2026, month - 1, date, hours, minutes);

describe('when a subscription is due again', () => {
  // 5 January 2026 is a Monday
  it.each<[string, SubscriptionSchedule, Date, Date]>([
    ['每天 08:00', { every: 'day', at: '08:00' }, day(1, 5, 7), day(1, 5, 8)],
    ['每天 08:00', { every: 'day', at: '08:00' }, day(1, 5, 8), day(1, 6, 8)],
    ['每周一 08:00', { every: 'week', at: '08:00' }, day(1, 5, 7, 59), day(1, 5, 8)],
    ['每周一 08:00', { every: 'week', at: '08:00' }, day(1, 5, 8), day(1, 12, 8)],
    ['每周日 08:00', { every: 'week', at: '08:00', weekday: 7 }, day(1, 5, 8), day(1, 11, 8)],
    ['每月 31 日 09:30', { every: 'month', at: '09:30', monthDay: 31 }, day(1, 31, 10), day(2, 28, 9, 30)],
    ['每月 31 日 09:30', { every: 'month', at: '09:30', monthDay: 31 }, day(2, 28, 9, 30), day(3, 31, 9, 30)],
    ['每月 1 日 00:05', { every: 'month', at: '00:05', monthDay: 1 }, day(12, 31, 23), new Date(2027, 0, 1, 0, 5)],
    ['每小时第 15 分', { every: 'hour', at: '00:15' }, day(1, 5, 8, 15), day(1, 5, 9, 15)],
    ['每小时第 15 分', { every: 'hour', at: '00:15' }, day(1, 5, 8, 14), day(1, 5, 8, 15)],
  ])('%s', (words, schedule, now, next) => {
    expect(scheduleText(schedule)).toBe(words);
    expect(nextTimeOf(schedule, now)).toEqual(next);
  });
});

const BASE = '/api/system/subscription';
let server: TestServer;
let admin: Client;
let staff: Client;
let other: Client;

const save = async (client: Client, amount: number): Promise<void> => {
  const answer = await client.post('/api/system/frmCrud/saveOrUpdate/subDeal', {
    fieldsMap: { name: `合同${amount}`, amount },
    childTables: {},
  });
  expect(answer.msg).toBe('保存成功');
};
const subscribe = (client: Client, more: object) =>
  client.post<string>(`${BASE}/save`, {
    datasetKey: 'sub/deals',
    title: '合同额',
    kind: 'figure',
    schedule: { every: 'week', at: '08:00', weekday: 1 },
    ways: ['site', 'mail'],
    ...more,
  });
const db = () => server.context.db;
const told = async (userId: string): Promise<string[]> =>
  (
    await db()
      .selectFrom('sys_remind')
      .select(['content', 'title'])
      .where('user_id', '=', userId)
      .where('kind', '=', 'subscription')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ content }) => content);
/** The clock of these tests: each turn stands a week and some minutes behind the one before. */
let clock = Date.now();
const turn = async (): Promise<number> => {
  clock += 8 * 24 * 60 * 60_000;
  return runDueSubscriptions(server.context, new Date(clock));
};

beforeAll(async () => {
  server = await startTestServer();
  [admin, staff, other] = (await Promise.all(['admin', 'staff', 'device'].map((name) => server.api(name)))) as [
    Client,
    Client,
    Client,
  ];
  const definition = {
    formKey: 'subDeal',
    formName: '合同',
    titleTemplate: '${name}',
    access: { createRoles: ['staff'] },
    fields: [
      { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
      { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2 },
    ],
  };
  await admin.post('/api/system/frmDef/saveDraft', { formKey: 'subDeal', definition });
  expect((await admin.post('/api/system/frmDef/publish', { formKey: 'subDeal', note: '' })).msg).toBe('发布成功');
  const asked = {
    datasetKey: 'sub/deals',
    name: '合同台账',
    from: 'subDeal',
    details: [{ key: 'name', of: 'name' }],
    measures: [{ key: 'amount', fn: 'sum', of: 'amount', label: '金额', unit: '元', precision: 2 }],
  };
  await admin.post('/api/system/datasetDef/saveDraft', {
    datasetKey: 'sub/deals',
    name: '合同台账',
    definition: asked,
  });
  expect((await admin.post('/api/system/datasetDef/publish', { datasetKey: 'sub/deals', note: '' })).msg).toBe(
    '发布成功',
  );
  await save(staff, 1000);
  await save(other, 234.5);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  await db().deleteFrom('sys_subscription').execute();
  await db().deleteFrom('sys_remind').where('kind', '=', 'subscription').execute();
  clock = Date.now();
});

/** There is a mail server, and 管理员 reads mail. */
async function withMail(): Promise<void> {
  await db()
    .updateTable('sys_channel')
    .set({ url: 'smtp.example', topics: JSON.stringify(['remind']) })
    .where('id', '=', 'mail')
    .execute();
  await db().updateTable('sys_user').set({ email: 'admin@example.com' }).where('id', '=', 'u-admin').execute();
  await db().updateTable('sys_user').set({ email: '' }).where('id', '=', 'u-staff').execute();
}
const send = async (client: Client, id: string) => {
  const { code, msg, data } = await client.post<{ isSent: boolean; text: string }>(`${BASE}/send`, { id });
  return { code, msg, isSent: data?.isSent };
};
/** A minute passes since the last sending by hand. */
const aMinuteLater = () =>
  db()
    .updateTable('sys_subscription')
    .set({ by_hand_at: new Date(Date.now() - 61_000) })
    .execute();

describe('a subscription', () => {
  it('tells each person their own figures when it is due, and once', async () => {
    await subscribe(admin, {});
    await subscribe(staff, {});
    // before it is due nobody is told
    expect(await runDueSubscriptions(server.context, new Date())).toBe(0);
    expect(await turn()).toBe(2);
    expect(await told('u-admin')).toEqual(['金额 1,234.50 元']);
    expect(await told('u-staff')).toEqual(['金额 1,000.00 元']);
    expect(await runDueSubscriptions(server.context, new Date(clock))).toBe(0);
    // two servers that look at the same moment send it once
    clock += 8 * 24 * 60 * 60_000;
    const both = await Promise.all([1, 2].map(() => runDueSubscriptions(server.context, new Date(clock))));
    expect(both[0]! + both[1]!).toBe(2);
    expect(await told('u-staff')).toHaveLength(2);
  });

  it.each([
    ['figure', {}],
    ['watch', { kind: 'watch', watch: { figure: 'amount', op: 'above', value: 1 } }],
  ])(
    'is sent within the rights of its person at that moment, and says once what they may not ask: %s',
    async (_kind, more) => {
      expect((await subscribe(staff, more)).code).toBe('1');
      const grid = (hidden: string[]) => [{ formKey: 'subDeal', rights: ['see', 'create'], hidden, locked: [] }];
      await admin.post('/api/system/sys/role/saveGrid', { code: 'staff', forms: grid(['amount']) });
      expect(await turn()).toBe(1);
      expect(await turn()).toBe(1);
      const words = await told('u-staff');
      expect(words).toHaveLength(1);
      expect(words[0]).toContain('未能取得');
      expect(words[0]).toContain('金额');
      const { data } = await staff.get<{ lastResult: string }[]>(`${BASE}/list`);
      expect(data[0]?.lastResult).toContain('未能取得');
      // nor can it be subscribed to now
      expect((await subscribe(staff, {})).code).not.toBe('1');
      await admin.post('/api/system/sys/role/saveGrid', { code: 'staff', forms: grid([]) });
    },
  );

  it('of a table names the first rows, and goes with its sheet to who reads mail and may export', async () => {
    await withMail();
    await subscribe(admin, { kind: 'table' });
    await turn();
    expect((await told('u-admin'))[0]).toContain('合同1000，金额 1,000.00 元');
    const { name, content } = await db()
      .selectFrom('sys_outbox as o')
      .innerJoin('sys_outbox_file as f', 'f.id', 'o.file_id')
      .select(['f.name', 'f.content'])
      .where('user_id', '=', 'u-admin')
      .where('kind', '=', 'subscription')
      .executeTakeFirstOrThrow();
    expect(name).toBe('合同台账.xlsx');
    const { SheetNames, Sheets } = read(content);
    const rows = utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] ?? '']!, { header: 1 });
    expect(rows[0]).toEqual(['名称', '金额（元）']);
    expect(rows.at(-1)).toEqual(['合计', 1234.5]);
  });

  it('of a long table says in its sheet where that ends', async () => {
    const [[deal], [user]] = [await storedRecords(server, 'subDeal'), await loadPeopleAsSignedIn(db(), ['u-admin'])];
    const removeCopies = await copyRecord(server, 'subDeal', deal?.id ?? '', 2_100);
    const deals = { datasetKey: 'sub/deals', question: {} };
    const { Sheets } = read((await composeTable(server.context, user!, deals, true)).attachment?.content);
    const rows = utils.sheet_to_json<unknown[]>(Object.values(Sheets)[0]!, { header: 1 });
    expect(rows.at(-1)).toEqual(['仅导出前 2000 行，共 2102 行；合计为全部行']);
    await removeCopies();
  });

  it('with a bound tells when it is passed, and again only after it was not; each within their own rights', async () => {
    const watch = { figure: 'amount', op: 'above', value: 1200 };
    await subscribe(admin, { kind: 'watch', watch, schedule: { every: 'hour', at: '00:00' }, people: ['u-staff'] });
    const { data: rows } = await admin.get<{ watch: { text: string } }[]>(`${BASE}/list`);
    expect(rows[0]?.watch.text).toBe('金额高于 1,200.00 元');
    await turn();
    expect(await told('u-admin')).toEqual(['金额 1,234.50 元，高于 1,200.00 元']);
    // what staff may read is 1000: for them it is not passed
    expect(await told('u-staff')).toEqual([]);
    await turn();
    expect(await told('u-admin')).toHaveLength(1);
    await save(staff, 500);
    await turn();
    expect(await told('u-staff')).toEqual([
      expect.stringMatching(/^金额 1,500.00 元，高于 1,200.00 元\n（由.+订阅）$/),
    ]);
  });

  it('is paused, resumed and removed by its person alone', async () => {
    const { data: id } = await subscribe(staff, {});
    for (const call of ['pause', 'remove', 'send']) {
      const body = { id, ...(call === 'pause' ? { isPaused: true } : {}) };
      expect([call, (await admin.post(`${BASE}/${call}`, body)).code]).toEqual([call, '404']);
    }
    expect((await staff.post(`${BASE}/pause`, { id, isPaused: true })).msg).toBe('已暂停');
    expect(await turn()).toBe(0);
    expect((await staff.get<{ isPaused: boolean; scheduleText: string }[]>(`${BASE}/list`)).data).toMatchObject([
      { isPaused: true, scheduleText: '每周一 08:00', nextTime: '' },
    ]);
    await staff.post(`${BASE}/pause`, { id, isPaused: false });
    expect(await turn()).toBe(1);
    expect(await send(staff, id)).toEqual({ code: '1', isSent: true, msg: expect.stringMatching(/^已发送（站内：/) });
    expect(await told('u-staff')).toHaveLength(2);
    expect((await staff.post(`${BASE}/remove`, { id })).msg).toBe('已取消订阅');
    // who has what sent stands in the audit log, that it was sent does not
    const noted = await db()
      .selectFrom('sys_audit')
      .select(['action', 'user_id'])
      .where('object', '=', 'sys_subscription')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(noted.map((one) => `${one.user_id} ${one.action}`)).toEqual(
      ['insert', 'update', 'update', 'delete'].map((action) => `u-staff ${action}`),
    );
    expect((await staff.get<unknown[]>(`${BASE}/list`)).data).toEqual([]);
  });

  it('says after sending now whom it reached by which way, and whom not and why', async () => {
    const names = new Map(
      (await db().selectFrom('sys_user').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
    );
    const [mine, theirs] = [names.get('u-admin'), names.get('u-staff')];
    await db().updateTable('sys_channel').set({ url: '' }).where('id', '=', 'mail').execute();
    const { data: id } = await subscribe(admin, { people: ['u-staff'], ways: ['site', 'mail', 'group'] });
    expect(await send(admin, id)).toEqual({
      code: '1',
      isSent: true,
      msg: `已发送（站内：${mine}、${theirs}）；系统未设置邮件服务器，未发邮件；没有接收个人提醒的群机器人，未发到群`,
    });
    await withMail();
    await aMinuteLater();
    expect((await send(admin, id)).msg).toContain(`；邮件：${mine}）；${theirs}没有邮箱，未发邮件`);
    // who was named by another reads by whom, their own figures, and nothing when they do not want it
    expect((await told('u-staff')).at(-1)).toBe(`金额 1,500.00 元\n（由${mine}订阅）`);
    await staff.post('/api/system/sys/user/saveNotify', { subscription: [] });
    await aMinuteLater();
    expect((await send(admin, id)).msg).toContain(`${theirs}已关闭数据订阅消息`);
    expect(await told('u-staff')).toHaveLength(2);
    await staff.post('/api/system/sys/user/saveNotify', { subscription: ['site', 'mail'] });
    const { data } = await admin.get<{ lastResult: string; people: { name: string }[] }[]>(`${BASE}/list`);
    expect(data).toMatchObject([{ people: [{ name: theirs }], lastResult: expect.stringContaining('已发送') }]);
  });

  it('says that nothing was sent where its bound is not passed or its person may not ask', async () => {
    const watch = { figure: 'amount', op: 'above', value: 99_999 };
    const { data: id } = await subscribe(admin, { kind: 'watch', watch });
    expect(await send(admin, id)).toMatchObject({
      isSent: false,
      msg: expect.stringMatching(/^未达到条件：金额 .*未高于/),
    });
    expect(await told('u-admin')).toEqual([]);
    const { data: own } = await subscribe(staff, {});
    const grid = (hidden: string[]) => [{ formKey: 'subDeal', rights: ['see', 'create'], hidden, locked: [] }];
    await admin.post('/api/system/sys/role/saveGrid', { code: 'staff', forms: grid(['amount']) });
    expect(await send(staff, own)).toMatchObject({ isSent: false, msg: expect.stringMatching(/^未能取得：/) });
    await admin.post('/api/system/sys/role/saveGrid', { code: 'staff', forms: grid([]) });
  });

  it('is sent by hand once a minute, and five of one person', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) ids.push((await subscribe(staff, {})).data);
    const [first = '', ...others] = ids;
    expect((await send(staff, first)).isSent).toBe(true);
    expect(await send(staff, first)).toMatchObject({
      code: 'SUBSCRIPTION_SENT',
      msg: expect.stringMatching(/\d+ 秒后再试/),
    });
    expect(await told('u-staff')).toHaveLength(1);
    const codes = [];
    for (const id of others) codes.push((await send(staff, id)).code);
    expect(codes).toEqual(['1', '1', '1', '1', 'SUBSCRIPTION_SENT']);
    await aMinuteLater();
    expect((await send(staff, first)).isSent).toBe(true);
  });

  it('says no figure in a chat, leads to its page, and its sheet is stored once for all who get the same', async () => {
    await withMail();
    await db().deleteFrom('sys_outbox').execute();
    await db().deleteFrom('sys_outbox_file').execute();
    const hr = await db().selectFrom('sys_user').select('id').where('username', '=', 'hr').executeTakeFirstOrThrow();
    await db().updateTable('sys_user').set({ email: 'hr@example.com' }).where('id', '=', hr.id).execute();
    await db().insertInto('sys_user_role').values({ user_id: hr.id, role_code: 'admin' }).execute();
    await db()
      .insertInto('sys_channel')
      .values({ id: 'chat', name: '经营群', kind: 'wecom', url: 'https://chat.example/', topics: '["remind"]' })
      .execute();
    const page = '/kanban/board?p.year=2026';
    await subscribe(admin, { kind: 'table', people: [hr.id], ways: ['site', 'mail', 'group'], page });
    await turn();
    const rows = await db().selectFrom('sys_outbox').select(['channel_id', 'payload', 'file_id']).execute();
    const mails = rows.filter(({ channel_id: channel }) => channel === 'mail');
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ file_id: file }) => file)).size).toBe(1);
    expect(await db().selectFrom('sys_outbox_file').select('name').execute()).toEqual([{ name: '合同台账.xlsx' }]);
    const chats = rows.filter(({ channel_id: channel }) => channel === 'chat');
    expect(chats.map(({ payload, file_id: file }) => [payload.content, payload.link, file])).toEqual([
      ['有新的数据，请登录系统查看', page, null],
    ]);
    const { data } = await admin.post<{ data: { title: string; link: string }[] }>(
      '/api/system/sysMsgRemind/msgRemindList',
      { data: {}, page: { pageNum: 1, pageSize: 1 } },
    );
    expect(data.data).toMatchObject([{ title: '合同额', link: page }]);
    // forgotten with the last mail
    await db()
      .updateTable('sys_outbox')
      .set({ state: 'sent', sent_at: new Date(0) })
      .execute();
    await db()
      .updateTable('sys_outbox_file')
      .set({ created_at: new Date(0) })
      .execute();
    await deleteSentMessages(db(), 1);
    expect(await db().selectFrom('sys_outbox_file').select('id').execute()).toEqual([]);
    await db().deleteFrom('sys_channel').where('id', '=', 'chat').execute();
    await db().deleteFrom('sys_user_role').where('user_id', '=', hr.id).where('role_code', '=', 'admin').execute();
  });

  it('of a table goes without a sheet where its person wants none', async () => {
    await withMail();
    await db().deleteFrom('sys_outbox').execute();
    await subscribe(admin, { kind: 'table', hasSheet: false });
    await turn();
    expect(await db().selectFrom('sys_outbox').select('file_id').execute()).toEqual([{ file_id: null }]);
  });

  it('of somebody who may not sign in any more is paused and tells nobody', async () => {
    await subscribe(other, {});
    const { id } = await db()
      .selectFrom('sys_user')
      .select('id')
      .where('username', '=', 'device')
      .executeTakeFirstOrThrow();
    await db().updateTable('sys_user').set({ is_disabled: true }).where('id', '=', id).execute();
    await turn();
    expect(await told(id)).toEqual([]);
    const row = await db()
      .selectFrom('sys_subscription')
      .select(['is_paused', 'last_result'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ is_paused: true, last_result: '订阅人已停用，订阅已暂停' });
    await db().updateTable('sys_user').set({ is_disabled: false }).where('id', '=', id).execute();
  });

  it.each([
    ['a table each hour', { kind: 'table', schedule: { every: 'hour', at: '00:00' } }],
    ['a bound without a figure of the dataset', { kind: 'watch', watch: { figure: 'gone', op: 'above', value: 1 } }],
    ['a bound that is none', { kind: 'watch' }],
    ['a dataset that is not there', { datasetKey: 'sub/gone' }],
    ['a page of another site', { page: '//evil.example/x' }],
    ['a receiver who is not there', { people: ['nobody'] }],
    ['no way at all', { ways: [] }],
    ['a value that no parameter takes', { question: { params: { gone: 1 } } }],
  ])('is refused: %s', async (_name, more) => {
    expect((await subscribe(admin, more)).code).not.toBe('1');
  });
});
