import { afterAll, beforeAll, expect, it } from 'vitest';
import { storyOf } from '../approval/story.ts';
import { day, type Values } from '../support/business.ts';
import { ordersOf } from '../support/entrustOrder.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let orders: ReturnType<typeof ordersOf>;
beforeAll(async () => {
  server = await startTestServer();
  orders = ordersOf(server);
});
afterAll(() => server.dispose());

const ITEM = 'itemConfig-0001';
const RECEIVED = { receiver: 'u-sampler', receiveDate: day(-9) };
const received = (id: string, rows = 1) =>
  orders.step(
    'sampler',
    id,
    RECEIVED,
    Array.from({ length: rows }, () => ({ sampleState: 'good' })),
  );
const recordValues = (task: string, more: Values) =>
  ({
    fieldsMap: {
      task,
      tester: 'u-tester',
      testDate: day(0),
      device: 'deviceList-0001',
      temperature: 20,
      humidity: 55,
      sampleOk: '符合要求',
      ...more,
    },
    childTables: { values: [{ id: 'r1', fieldsMap: { specimenNo: '1', length: 150, width: 150, load: 801 } }] },
  }) as never;
/** The record of a task, submitted by its tester. */
const recorded = async (task: string, more: Values) =>
  (await orders.at('tester', 'testRecord')).run(recordValues(task, more), 'submit');
const story = (id: string) => storyOf(server, 'testEntrustRegistration', id);

it('is tested by each of its testers, who are all told, and ends when the last one has given a conclusion', async () => {
  const id = await orders.begin('YP-TWO', 2);
  expect((await received(id, 2)).code).toBe('1');
  // the head of the laboratory allocates, whoever typed the order
  expect(await story(id).holders()).toContain('dengguoqiang');
  const allocate = (mainTester: string) =>
    orders.step('dengguoqiang', id, { mainTester }, [
      { tester: 'u-tester', item: ITEM },
      { tester: 'u-tester2', item: ITEM },
    ]);
  expect(await allocate('u-tester2')).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('各样品的检测人都须列在“检测人员”中'),
  });
  expect((await allocate('u-tester,u-tester2')).code).toBe('1');
  for (const userId of ['u-tester', 'u-tester2']) expect(await orders.told(userId)).toContain('检测任务已分配给您');
  expect(await story(id).holders()).toEqual(['tester', 'tester2']);
  const open = await orders.step('tester', id);
  expect([open.code, JSON.stringify(open.data)]).toEqual(['RECORD_INVALID', expect.stringContaining('检测结论')]);
  expect((await orders.step('tester', id, {}, [{ conclusion: 'pass' }])).code).toBe('1');
  expect(await story(id).state()).toBe('1');
  expect((await orders.step('tester2', id, {}, [{}, { conclusion: 'fail' }])).code).toBe('1');
  const { data } = await (await orders.at('reception')).get(id);
  expect([data.flwState, data.fieldsMap['failCount'], data.fieldsMap['progress']]).toEqual(['3', 1, '检测中']);
});

it('sends back a sample that cannot be tested, and is allocated though its promised day has passed', async () => {
  const id = await orders.begin('YP-LATE', 1, { expectDate: day(-1) });
  const refused = await orders.step('sampler', id, RECEIVED, [{ sampleState: 'refused' }]);
  expect(refused).toMatchObject({ code: 'EFFECT_REQUIRE', msg: expect.stringContaining('请退回登记人') });
  expect(await orders.found('sampler', 'sampleInfo', 'sampleNo', 'YP-LATE-1')).toEqual([]);
  expect((await received(id)).code).toBe('1');
  const allocated = await orders.step('dengguoqiang', id, { mainTester: 'u-tester' }, [
    { tester: 'u-tester', item: ITEM },
  ]);
  expect([allocated.code, allocated.msg]).toEqual(['1', expect.any(String)]);
  const [task] = await orders.found('dengguoqiang', 'testTask', 'entrust', id);
  expect(task?.fieldsMap).toMatchObject({ planDate: day(0), dueDate: day(2) });
});

it('that is very urgent is confirmed before its samples are received: refused, it leaves none', async () => {
  const id = await orders.begin('YP-RUSH', 1, { urgency: '3' });
  expect(await story(id).at()).toBe('分管领导确认加急');
  expect((await orders.step('manager', id, {}, [], 'reject')).code).toBe('1');
  expect(await story(id).state()).toBe('4');
  expect(await orders.found('sampler', 'sampleInfo', 'sampleNo', 'YP-RUSH-1')).toEqual([]);
});

it('is voided once its tasks are cancelled and its samples given back, and tells so', async () => {
  const id = await orders.begin('YP-VOID');
  await received(id);
  await orders.step('dengguoqiang', id, { mainTester: 'u-tester' }, [{ tester: 'u-tester', item: ITEM }]);
  const voided = () => story(id).do('reception', 'void', { opinion: '委托方撤回' });
  expect(await voided()).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('尚有 1 项检测任务未取消、1 份样品未退还'),
  });
  const [task] = await orders.found('dengguoqiang', 'testTask', 'entrust', id);
  expect((await orders.press('tester', 'testTask', 'begin', task?.id ?? '')).code).toBe('1');
  expect((await orders.press('reception', 'testTask', 'cancel', task?.id ?? '', { reason: '撤回' })).code).toBe('403');
  expect((await orders.press('dengguoqiang', 'testTask', 'cancel', task?.id ?? '', { reason: '撤回' })).code).toBe('1');
  expect(await orders.told('u-tester')).toContain('已取消：撤回');
  const [sample] = await orders.found('sampler', 'sampleInfo', 'sampleNo', 'YP-VOID-1');
  // the sample was begun and not tested: it is still here, and waits
  expect(sample?.fieldsMap['stage']).toBe('已收');
  expect((await voided()).msg).toContain('尚有 0 项检测任务未取消、1 份样品未退还');
  // the second sample keeper gives it back
  const back = await (
    await orders.at('sample', 'sampleInfo')
  ).save({ ...sample, fieldsMap: { ...sample?.fieldsMap, stage: '已退样' } } as never);
  expect([back.code, back.msg]).toEqual(['1', expect.any(String)]);
  expect((await voided()).code).toBe('1');
  expect(await story(id).state()).toBe('4');
});

it('that is allocated again leaves what is under way or done as it is', async () => {
  const id = await orders.begin('YP-AGAIN', 4, { expectDate: day(-1) });
  await received(id, 4);
  const allocate = (...rows: Values[]) => orders.step('dengguoqiang', id, { mainTester: 'u-tester,u-tester2' }, rows);
  const first = Array.from({ length: 4 }, () => ({ tester: 'u-tester', item: ITEM }));
  expect((await allocate(...first)).code).toBe('1');
  const samples = new Map(
    (await orders.found('dengguoqiang', 'sampleInfo', 'entrust', id)).map((one) => [one.id, one.fieldsMap['sampleNo']]),
  );
  const tasks = async (): Promise<Map<unknown, { id: string; fieldsMap: Values }>> =>
    new Map(
      (await orders.found('dengguoqiang', 'testTask', 'entrust', id)).map((one) => [
        samples.get(String(one.fieldsMap['sample'])),
        { id: one.id ?? '', fieldsMap: one.fieldsMap },
      ]),
    );
  const begun = await tasks();
  const idOf = (no: number): string => begun.get(`YP-AGAIN-${no}`)?.id ?? '';
  // the first is done, the second is moved to somebody else, the third is cancelled for its wrong item
  const done = await recorded(idOf(1), { limitValue: 30, conclusion: '合格' });
  await storyOf(server, 'testRecord', done.data.id ?? '').act('reviewer', 'approve');
  expect((await orders.press('dengguoqiang', 'testTask', 'assign', idOf(2), { tester: 'u-tester2' })).code).toBe('1');
  expect((await orders.press('dengguoqiang', 'testTask', 'cancel', idOf(3), { reason: '项目有误' })).code).toBe('1');
  await orders.press('dengguoqiang', 'testTask', 'cancel', idOf(4), { reason: '委托方放弃' });
  const late = { planDate: day(-8), dueDate: day(-4) };
  const [moved] = await orders.found(
    'dengguoqiang',
    'testTask',
    'taskNo',
    String(begun.get('YP-AGAIN-2')?.fieldsMap['taskNo']),
  );
  const heads = await orders.at('dengguoqiang', 'testTask');
  expect((await heads.save({ ...moved, fieldsMap: { ...moved?.fieldsMap, ...late } } as never)).code).toBe('1');

  const back = await story(id).act('tester', 'return', { target: 'assign', opinion: '第三个样品的项目有误' });
  expect([back.code, back.msg]).toEqual(['1', back.msg]);
  const other = { tester: 'u-tester', item: 'itemConfig-0002' };
  const [a = {}, b = {}, c = {}, d = {}] = first;
  expect(await allocate(other, b, other, d)).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('样品 YP-AGAIN-1 的检测任务'),
  });
  const again = await allocate(a, b, other, d);
  expect([again.code, again.msg]).toEqual(['1', again.msg]);
  const after = await tasks();
  expect(after.get('YP-AGAIN-1')?.fieldsMap).toMatchObject({ taskState: '已完成', tester: 'u-tester', item: ITEM });
  expect(after.get('YP-AGAIN-1')?.fieldsMap['dueDate']).toBe(begun.get('YP-AGAIN-1')?.fieldsMap['dueDate']);
  expect(after.get('YP-AGAIN-2')?.fieldsMap).toMatchObject({ taskState: '待检', tester: 'u-tester2', ...late });
  expect(after.get('YP-AGAIN-3')?.fieldsMap).toMatchObject({ taskState: '待检', item: 'itemConfig-0002' });
  expect(after.get('YP-AGAIN-4')?.fieldsMap).toMatchObject({ taskState: '已取消', cancelReason: '委托方放弃' });
  // a tester who is named anew gets the task, and the one who had it hears of it
  await story(id).act('tester', 'return', { target: 'assign', opinion: '请改派' });
  expect((await allocate(a, b, { ...other, tester: 'u-tester2' }, d)).code).toBe('1');
  expect((await tasks()).get('YP-AGAIN-3')?.fieldsMap['tester']).toBe('u-tester2');
  expect(await orders.told('u-tester')).toContain('已改派给');
  // a record that was begun for the former item is not submitted
  const records = await orders.at('tester2', 'testRecord');
  const values = recordValues(idOf(3), { tester: 'u-tester2', limitValue: 30, conclusion: '合格' });
  const draft = (await records.save(values)).data;
  await story(id).act('tester', 'return', { target: 'assign', opinion: '改回原项目' });
  expect((await allocate(a, b, { ...c, tester: 'u-tester2' }, d)).code).toBe('1');
  expect(await records.run(draft, 'submit')).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('检测项目已更换'),
  });
});

it('has no verdict in its records where the client wants none', async () => {
  const id = await orders.begin('YP-DATA', 1, { needJudge: '0' });
  await received(id);
  await orders.step('dengguoqiang', id, { mainTester: 'u-tester' }, [{ tester: 'u-tester', item: ITEM }]);
  const [task] = await orders.found('dengguoqiang', 'testTask', 'entrust', id);
  const run = (conclusion: string) => recorded(task?.id ?? '', { conclusion });
  expect(await run('合格')).toMatchObject({ code: 'EFFECT_REQUIRE', msg: expect.stringContaining('仅提供数据') });
  const answer = await run('仅提供数据');
  expect([answer.code, answer.data.fieldsMap['judged'] ?? '']).toEqual(['1', '']);
});

it('says of each sample what its records say, and of one whose test was cancelled that it was not tested', async () => {
  const id = await orders.begin('YP-SAME', 3);
  await received(id, 3);
  const [gone] = await orders.found('sampler', 'sampleInfo', 'sampleNo', 'YP-SAME-3');
  const stage = async (value: string) =>
    (await orders.at('sample', 'sampleInfo')).save({
      ...gone,
      revision: (await (await orders.at('sample', 'sampleInfo')).get(gone?.id ?? '')).data.revision,
      fieldsMap: { ...gone?.fieldsMap, stage: value },
    } as never);
  const allocate = () =>
    orders.step(
      'dengguoqiang',
      id,
      { mainTester: 'u-tester' },
      [1, 2, 3].map(() => ({ tester: 'u-tester', item: ITEM })),
    );
  // nothing is allocated that the client has taken back before
  expect((await stage('已退样')).code).toBe('1');
  expect(await allocate()).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('样品 YP-SAME-3 已退样或处置，不能派工'),
  });
  expect((await stage('已收')).code).toBe('1');
  expect((await allocate()).code).toBe('1');
  const tasks = await orders.found('dengguoqiang', 'testTask', 'entrust', id);
  const taskOf = async (no: string): Promise<string> => {
    const [sample] = await orders.found('sampler', 'sampleInfo', 'sampleNo', no);
    return tasks.find(({ fieldsMap }) => fieldsMap['sample'] === sample?.id)?.id ?? '';
  };
  const failed = await recorded(await taskOf('YP-SAME-1'), {
    limitValue: 40,
    conclusion: '不合格',
    deviation: '已通知委托方',
  });
  expect([failed.code, failed.msg]).toEqual(['1', expect.any(String)]);
  const sound = await recorded(await taskOf('YP-SAME-2'), { limitValue: 30, conclusion: '合格' });
  const end = (...conclusions: string[]) =>
    orders.step(
      'tester',
      id,
      {},
      conclusions.map((conclusion) => ({ conclusion })),
    );
  expect(await end('pass', 'pass', 'none')).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('样品 YP-SAME-1 的检测记录结论为不合格'),
  });
  expect(await end('fail', 'pass', 'none')).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('样品 YP-SAME-3 还有检测任务，不能填“未检测”'),
  });
  const cancelled = await orders.press('dengguoqiang', 'testTask', 'cancel', await taskOf('YP-SAME-3'), {
    reason: '委托方放弃',
  });
  expect(cancelled.code).toBe('1');
  const ended = await end('fail', 'pass', 'none');
  expect([ended.code, ended.msg, await story(id).state()]).toEqual(['1', expect.any(String), '3']);
  const valueOf = async (field: string) => (await (await orders.at('reception')).get(id)).data.fieldsMap[field];
  expect(await valueOf('failCount')).toBe(1);
  // one report over both samples leaves none without a report
  const [first, second] = [failed.data.id ?? '', sound.data.id ?? ''];
  for (const record of [first, second]) await storyOf(server, 'testRecord', record).act('reviewer', 'approve');
  expect(await valueOf('unreported')).toBe(2);
  const [sample] = await orders.found('sampler', 'sampleInfo', 'sampleNo', 'YP-SAME-1');
  const report = await (
    await orders.at('reporter', 'reportData')
  ).run(
    {
      fieldsMap: {
        entrust: id,
        reportName: '混凝土试块检测报告',
        reportKind: '单份',
        sample: sample?.id,
        record: first,
        moreRecords: [second],
        testDate: day(0),
        basis: 'GB/T 50081-2019',
        conclusion: 'fail',
        copies: 3,
      },
      childTables: { items: [{ id: 'r1', fieldsMap: { itemName: '抗压强度', result: '35.6', verdict: '不合格' } }] },
    } as never,
    'submit',
  );
  expect([report.code, report.msg]).toEqual(['1', expect.any(String)]);
  expect(await valueOf('unreported')).toBe(0);
});
