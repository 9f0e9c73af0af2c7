import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueTimers } from '../../../../src/server/approval/calls/scheduler.ts';
import type { InstanceView } from '../../../../src/server/approval/admin/listInstances.ts';
import { recordsOf } from '../../support/sealDemo.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, clientOf, edge, FIELDS, flowFile, publishStory, storyOf, task, type Story } from '../story.ts';

let server: TestServer;
let body: unknown;
let status = 200;
/** What the service waits for before it answers. */
let held: Promise<void> = Promise.resolve();
let calls = 0;
const service = createServer((request, response) => {
  request.resume();
  request.on('end', async () => {
    calls += 1;
    await held;
    response.statusCode = status;
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});
const fail = (error: unknown): never => {
  throw error;
};

const MORE = [
  ...FIELDS,
  { tag: 'el-input-number', __vModel__: 'double', label: '两倍', computed: 'amount * 2.0' },
  {
    tag: 'el-select',
    __vModel__: 'level',
    label: '等级',
    options: [
      { value: 'a', label: '甲' },
      { value: 'b', label: '乙' },
    ],
  },
  {
    tag: 'subTable',
    __vModel__: 'items',
    label: '明细',
    children: [
      { tag: 'el-input', __vModel__: 'name', label: '名称' },
      { tag: 'el-input-number', __vModel__: 'price', label: '单价' },
    ],
  },
];
const ASKS = (answers: string): string =>
  `<serviceTask id="ask" name="询价"><extensionElements><sf:call url="${server.context.settings.callOrigins[0]}/price"/>${answers}</extensionElements></serviceTask>`;
const flow = (key: string, answers: string): string =>
  flowFile(
    key,
    ASKS(answers) +
      task('last user u-hr') +
      edge('f1', 'apply', 'ask') +
      edge('f2', 'ask', 'last') +
      edge('f3', 'last', 'e'),
  );
const stored = async (story: Story, key: string) =>
  server.context.db
    .selectFrom(await recordsIn(server, key))
    .selectAll()
    .where('id', '=', story.id)
    .executeTakeFirstOrThrow();
const instance = async (story: Story): Promise<InstanceView | undefined> =>
  (
    await (
      await clientOf(server, 'admin')
    ).post<{ data: InstanceView[] }>('/api/task/flow/admin/instances', {
      status: 'stuck',
      page: { pageNum: 1, pageSize: 100 },
    })
  ).data.data.find(({ recordId }) => recordId === story.id);

beforeAll(async () => {
  await new Promise<void>((done) => {
    service.listen(0, '127.0.0.1', done);
  });
  server = await startTestServer({ callOrigins: [`http://127.0.0.1:${(service.address() as AddressInfo).port}`] });
  await publishStory(
    server,
    'asks',
    flow('asks', '<sf:answer field="amount" from="data.price"/><sf:answer field="level" from="data.level"/>'),
    MORE,
  );
});
afterAll(async () => {
  await server.dispose();
  service.close();
});

describe('what a service answers', () => {
  it('goes into the fields that the process names, with what is computed from them, and stands in the past of the record', async () => {
    body = { data: { price: '12.5', level: 'b', other: 1 } };
    const story = await begin(server, 'asks');
    await runDueTimers(server.context, fail);
    expect(await story.holders()).toEqual(['hr']);
    expect((await stored(story, 'asks')).fields).toMatchObject({
      title: '事项',
      amount: 12.5,
      double: 25,
      level: 'b',
      levelLabel: '乙',
    });
    expect((await story.history()).find(({ action }) => action === 'called')).toMatchObject({
      userName: '系统',
      taskNode: '询价',
      detail: '返回值存入 “金额”、“等级”',
    });
    const past = await server.context.db
      .selectFrom('frm_record_audit')
      .select(['action', 'user_name'])
      .where('record_id', '=', story.id)
      .orderBy('revision', 'desc')
      .executeTakeFirst();
    expect(past).toEqual({ action: 'call', user_name: '系统' });
  });

  it.each([
    ['a value is missing', { data: { level: 'a' } }, '金额'],
    ['a value is no number', { data: { price: 'viel', level: 'a' } }, '金额'],
    ['a value is no option', { data: { price: 3, level: 'x' } }, '等级'],
    ['it is no JSON', '<html>', 'JSON'],
  ])(
    'leaves the record as it was when %s, shows why, and is taken when an administrator tries again',
    async (_what, wrong, named) => {
      body = wrong;
      const story = await begin(server, 'asks');
      const before = await stored(story, 'asks');
      await runDueTimers(server.context, fail);
      expect(await stored(story, 'asks')).toEqual(before);
      expect(await story.holders()).toEqual([]);
      const stuck = await instance(story);
      expect(stuck).toMatchObject({ stuck: 'failing', fault: expect.stringContaining(named) as string });
      body = { data: { price: 3, level: 'a' } };
      expect(await runDueTimers(server.context, fail)).toBe(0);
      const admin = await clientOf(server, 'admin');
      expect(
        (
          await admin.post<{ isDone: boolean }[]>('/api/task/flow/admin/retry', {
            instanceIds: [stuck?.instanceId],
            reason: '已修复',
          })
        ).data,
      ).toMatchObject([{ isDone: true }]);
      await runDueTimers(server.context, fail);
      expect(await story.holders()).toEqual(['hr']);
      expect((await stored(story, 'asks')).fields).toMatchObject({ amount: 3 });
      expect(await instance(story)).toBeUndefined();
      expect(
        (
          await admin.post<{ isDone: boolean; msg: string }[]>('/api/task/flow/admin/retry', {
            instanceIds: [stuck?.instanceId],
            reason: '再试',
          })
        ).data,
      ).toMatchObject([{ isDone: false, msg: '没有失败后等待重试的步骤' }]);
    },
  );

  it('is counted as put off when the service fails', async () => {
    const postponed = async (): Promise<number> =>
      Number(/flow_timers_total\{outcome="postponed"\} (\d+)/.exec(await server.context.metrics.text())?.[1] ?? 0);
    body = {};
    status = 500;
    const before = await postponed();
    await begin(server, 'asks');
    await runDueTimers(server.context, fail);
    status = 200;
    await expect.poll(postponed).toBe(before + 1);
  });

  it('is not asked for again while a call is under way', async () => {
    body = {};
    status = 500;
    const story = await begin(server, 'asks');
    await runDueTimers(server.context, fail);
    await expect.poll(async () => (await instance(story))?.stuck).toBe('failing');
    const stuck = await instance(story);
    const admin = await clientOf(server, 'admin');
    const retry = async () =>
      (
        await admin.post<{ isDone: boolean }[]>('/api/task/flow/admin/retry', {
          instanceIds: [stuck?.instanceId],
          reason: '再试',
        })
      ).data;
    expect(await retry()).toMatchObject([{ isDone: true }]);
    status = 200;
    body = { data: { price: 3, level: 'a' } };
    let release = (): void => undefined;
    held = new Promise((done) => {
      release = done;
    });
    const callsBefore = calls;
    const running = runDueTimers(server.context, fail);
    await expect.poll(() => calls).toBe(callsBefore + 1);
    expect(await retry()).toMatchObject([{ isDone: false }]);
    release();
    await running;
    expect(calls).toBe(callsBefore + 1);
    await expect.poll(() => story.holders()).toEqual(['hr']);
  });

  it('nobody but administrators tries again', async () => {
    expect(
      (await (await clientOf(server, 'staff')).post('/api/task/flow/admin/retry', { instanceIds: ['x'], reason: 'x' }))
        .code,
    ).toBe('403');
  });

  it('of a call for each row goes into its row', async () => {
    body = { price: 7 };
    const each = `<subProcess id="part"><extensionElements><sf:repeat over="items"/></extensionElements><multiInstanceLoopCharacteristics/><startEvent id="is"/>${ASKS('<sf:answer field="item.price" from="price"/>')}<endEvent id="ie"/>${edge('i1', 'is', 'ask')}${edge('i2', 'ask', 'ie')}</subProcess>`;
    await publishStory(
      server,
      'asksEach',
      flowFile(
        'asksEach',
        each +
          task('last user u-hr') +
          edge('f1', 'apply', 'part') +
          edge('f2', 'part', 'last') +
          edge('f3', 'last', 'e'),
      ),
      MORE,
    );
    const first = await recordsOf(await clientOf(server, 'staff'), 'asksEach').run(
      {
        fieldsMap: { title: 'x' },
        childTables: {
          items: [
            { id: 'r1', fieldsMap: { name: '甲' } },
            { id: 'r2', fieldsMap: { name: '乙' } },
          ],
        },
      },
      'submit',
    );
    const story = storyOf(server, 'asksEach', first.data.id ?? '');
    await runDueTimers(server.context, fail);
    expect(await story.holders()).toEqual(['hr']);
    expect((await stored(story, 'asksEach')).child_tables).toEqual({
      items: [
        { id: 'r1', fieldsMap: { name: '甲', price: 7 } },
        { id: 'r2', fieldsMap: { name: '乙', price: 7 } },
      ],
    });
  });

  it('cannot be told to go into a field that is not there, a table or a computed field', async () => {
    const admin = await clientOf(server, 'admin');
    const check = async (answers: string) =>
      (
        await admin.post<{ problems: { path: string[]; level: string }[] }>('/api/system/flowDef/check', {
          flowKey: 'new',
          definition: flow('new', answers),
          formKey: 'asks',
        })
      ).data.problems.filter(({ level }) => level === 'error');
    for (const field of ['nothing', 'items', 'double', 'item.price'])
      expect([field, (await check(`<sf:answer field="${field}" from="x"/>`)).map(({ path }) => path.at(-1))]).toEqual([
        field,
        ['ask'],
      ]);
    expect(await check('<sf:answer field="amount" from="x"/>')).toEqual([]);
  });
});
