import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, storyOf } from '../approval/story.ts';
import { day, type Values } from '../support/business.ts';
import { ordersOf } from '../support/entrustOrder.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let calls: ReturnType<typeof ordersOf>;
let device: string;
let sample: string;
beforeAll(async () => {
  server = await startTestServer();
  calls = ordersOf(server);
  device = await saved('admin', 'deviceList', {
    deviceNo: 'JL-001',
    deviceName: '压力试验机',
    deviceKind: 'mechanics',
    deviceState: 'using',
    buyDate: '2024-01-01',
    originalValue: 1000,
    useDeptId: 'dept-cl',
    keeper: 'u-tester',
  });
  sample = await newSample('YP-JL-1');
});
afterAll(() => server.dispose());

const saved = async (who: string, formKey: string, fieldsMap: Values): Promise<string> => {
  const answer = await (await calls.at(who, formKey)).save({ fieldsMap } as never);
  expect([formKey, answer.code, answer.msg, answer.code === '1' ? null : answer.data]).toEqual([
    formKey,
    '1',
    answer.msg,
    null,
  ]);
  return answer.data.id ?? '';
};
const newSample = (sampleNo: string): Promise<string> =>
  saved('sampler', 'sampleInfo', {
    sampleNo,
    sampleName: '混凝土试块',
    receiveDate: day(-5),
    receiver: 'u-sampler',
    stage: '已收',
  });
const newTask = (more: Values = {}): Promise<string> =>
  saved('dengguoqiang', 'testTask', {
    sample,
    item: 'itemConfig-0001',
    quantity: 1,
    tester: 'u-tester',
    planDate: day(0),
    dueDate: day(3),
    urgency: '一般',
    taskState: '待检',
    ...more,
  });
const submit = async (
  task: string,
  more: Values = {},
  row: Values = { length: 150, width: 150, load: 801 },
  who = 'tester',
) =>
  (await calls.at(who, 'testRecord')).run(
    {
      fieldsMap: {
        task,
        tester: 'u-tester',
        testDate: day(0),
        device,
        temperature: 20,
        humidity: 55,
        sampleOk: '符合要求',
        limitValue: 30,
        conclusion: '合格',
        ...more,
      },
      childTables: { values: [{ id: 'r1', fieldsMap: { specimenNo: '1', ...row } }] },
    } as never,
    'submit',
  );
const stateOf = async (formKey: string, id: string, field: string): Promise<unknown> =>
  (await (await calls.at('dengguoqiang', formKey)).get(id)).data.fieldsMap[field];
const judged = ({ code, msg, data }: Awaited<ReturnType<typeof submit>>): unknown[] => [
  code === '1' ? code : msg,
  data?.fieldsMap?.['requirement'] ?? '',
  data?.fieldsMap?.['meanValue'],
  data?.fieldsMap?.['judged'] ?? '',
];

it('is judged as the price list says: not more than, between, by observation, and not at all for data alone', async () => {
  const item = (itemNo: string, more: Values): Promise<string> =>
    saved('dengguoqiang', 'itemConfig', {
      itemNo,
      itemName: itemNo,
      engineering: 'engineeringConfig-0001',
      basis: 'basis-0001',
      inForce: '是',
      unit: '组',
      price: 1,
      days: 1,
      certified: 'CMA 资质',
      ...more,
    });
  const most = await item('含泥量', { judgeWay: '不大于', maxValue: 3, valueUnit: '%', places: 1 });
  const range = await item('保护层', { judgeWay: '范围内', minValue: 20, maxValue: 38, valueUnit: 'mm', places: 0 });
  const seen = await item('完整性', { judgeWay: '观察描述', places: 0 });
  const of = async (itemId: string, more: Values, row: Values) =>
    judged(await submit(await newTask({ item: itemId }), { limitValue: null, ...more }, row));
  const fail = { conclusion: '不合格', deviation: '已通知委托方' };
  expect(await of(most, {}, { measured: 2.14 })).toEqual(['1', '不大于 3', 2.1, '合格']);
  expect(await of(range, fail, { measured: 19 })).toEqual(['1', '20～38', 19, '不合格']);
  expect((await of(seen, {}, { shape: '桩身完整，Ⅰ类' })).slice(0, 2)).toEqual(['1', '']);
  // the mean is written with the digits of the item: 810 kN over 150 × 150 mm are 36.0 MPa
  const even = await submit(await newTask(), {}, { length: 150, width: 150, load: 810 });
  expect([even.data.fieldsMap['meanValue'], even.data.fieldsMap['meanText']]).toEqual([36, '36.0']);
  expect(judged(await submit(await newTask(), {}))).toEqual(['1', '不小于 30', 35.6, '合格']);
  expect(judged(await submit(await newTask(), { limitValue: null, conclusion: '仅提供数据' }))).toEqual([
    '1',
    '',
    35.6,
    '',
  ]);
  expect((await submit(await newTask(), { limitValue: null })).code).toBe('RECORD_INVALID');
  // an unqualified result is told at once when it is reviewed, and the report says the same
  const answer = await submit(await newTask({ item: most }), { limitValue: null, ...fail }, { measured: 5.2 });
  expect(judged(answer)).toEqual(['1', '不大于 3', 5.2, '不合格']);
  const id = answer.data.id ?? '';
  await storyOf(server, 'testRecord', id).act('reviewer', 'approve');
  expect(await calls.told('u-shenzhiyuan')).toMatch(
    /检测不合格：JL-\S+ 混凝土试块 含泥量 平均值 5.2 %，技术要求不大于 3/,
  );
  const broken = await submit(await newTask({ item: seen }), { limitValue: null, ...fail }, { shape: '断桩' });
  await storyOf(server, 'testRecord', broken.data.id ?? '').act('reviewer', 'approve');
  expect(await calls.told('u-shenzhiyuan')).toMatch(/检测不合格：JL-\S+ 混凝土试块 完整性，已通知委托方/);
  const client = await clientOf(server, 'reporter');
  const { data } = await client.get<{ rows: { items: { fieldsMap: Values }[] } }>(
    `/api/system/frmCrud/prefill/reportData?from=testRecord&id=${id}&index=0`,
  );
  expect(data.rows.items.map(({ fieldsMap }) => fieldsMap)).toEqual([
    expect.objectContaining({ requirement: '不大于 3', result: '5.2', unit: '%', verdict: '不合格' }),
  ]);
});

it('that stands is not joined by a second one, and what is returned or voided beside it does not move the task', async () => {
  const task = await newTask();
  const first = (await submit(task)).data.id ?? '';
  const again = () => submit(task, {}, undefined, 'tester2');
  expect((await again()).code).not.toBe('1');
  const story = storyOf(server, 'testRecord', first);
  await story.act('reviewer', 'return', { opinion: '请补测' });
  expect(await stateOf('testTask', task, 'taskState')).toBe('检测中');
  const second = (await again()).data.id ?? '';
  expect(await stateOf('testTask', task, 'taskState')).toBe('待复核');
  await story.do('tester', 'void', { opinion: '以另一份为准' });
  expect(await story.state()).toBe('4');
  expect(await stateOf('testTask', task, 'taskState')).toBe('待复核');
  await storyOf(server, 'testRecord', second).act('reviewer', 'approve');
  expect(await stateOf('testTask', task, 'taskState')).toBe('已完成');
});

it('that turns out wrong is voided by the technical lead and done again', async () => {
  sample = await newSample('YP-JL-2');
  const task = await newTask();
  const id = (await submit(task)).data.id ?? '';
  expect((await calls.press('shenzhiyuan', 'testRecord', 'redo', id, { reason: '读数有误' })).code).toBe('ACTION_WHEN');
  await storyOf(server, 'testRecord', id).act('reviewer', 'approve');
  expect(await stateOf('sampleInfo', sample, 'stage')).toBe('检毕');
  expect((await calls.press('reviewer', 'testRecord', 'redo', id, { reason: '读数有误' })).code).toBe('403');
  const done = await calls.press('shenzhiyuan', 'testRecord', 'redo', id, { reason: '读数有误' });
  expect([done.code, done.msg]).toEqual(['1', expect.any(String)]);
  expect(await storyOf(server, 'testRecord', id).state()).toBe('4');
  expect(await stateOf('testTask', task, 'taskState')).toBe('待检');
  expect(await stateOf('sampleInfo', sample, 'stage')).toBe('检测中');
  expect(await calls.told('u-tester')).toContain('已作废，请重新检测：读数有误');
  expect((await submit(task)).code).toBe('1');
});

it('is not reviewed by who entered it for another, and is of a day between the receipt of the sample and today', async () => {
  const answer = await submit(await newTask(), {}, undefined, 'reviewer');
  expect(await storyOf(server, 'testRecord', answer.data.id ?? '').act('reviewer', 'approve')).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('填写人不能复核'),
  });
  expect(await submit(await newTask(), { testDate: day(1) })).toMatchObject({
    msg: expect.stringContaining('晚于今天'),
  });
  expect(await submit(await newTask(), { testDate: day(-6) })).toMatchObject({
    msg: expect.stringContaining('早于收样日期'),
  });
});

it('is taken back by its tester though the test was never begun by the button', async () => {
  sample = await newSample('YP-JL-3');
  const task = await newTask();
  const id = (await submit(task)).data.id ?? '';
  expect(await stateOf('sampleInfo', sample, 'stage')).toBe('检测中');
  const back = await storyOf(server, 'testRecord', id).do('tester', 'takeBackFlow');
  expect([back.code, back.msg]).toEqual(['1', expect.any(String)]);
  expect([await stateOf('testTask', task, 'taskState'), await stateOf('sampleInfo', sample, 'stage')]).toEqual([
    '待检',
    '已收',
  ]);
});

it('of a sample that was taken out of its order is still reviewed, returned and voided, but not submitted again', async () => {
  const order = await calls.begin('YP-OUT', 3);
  const receive = (count: number) =>
    calls.step(
      'sampler',
      order,
      { receiver: 'u-sampler', receiveDate: day(-1) },
      Array.from({ length: count }, () => ({ sampleState: 'good' })),
    );
  const allocate = (count: number) =>
    calls.step(
      'dengguoqiang',
      order,
      { mainTester: 'u-tester' },
      Array.from({ length: count }, () => ({ tester: 'u-tester', item: 'itemConfig-0001' })),
    );
  await receive(3);
  expect((await allocate(3)).code).toBe('1');
  const tasks = await calls.found('dengguoqiang', 'testTask', 'entrust', order);
  const sampleIds = await Promise.all(
    ['YP-OUT-2', 'YP-OUT-3'].map(async (no) => (await calls.found('sampler', 'sampleInfo', 'sampleNo', no))[0]?.id),
  );
  const taskIds = sampleIds.map((id) => tasks.find(({ fieldsMap }) => fieldsMap['sample'] === id)?.id ?? '');
  const [second, third] = await Promise.all(
    taskIds.map(async (task) => storyOf(server, 'testRecord', (await submit(task)).data.id ?? '')),
  );
  // the client takes two samples back: the registrar removes their lines, and the order goes its way again
  expect((await calls.step('tester', order, {}, [], 'return')).code).toBe('1');
  const records = await calls.at('reception');
  const { data } = await records.get(order);
  const rest = { samples: (data.childTables['samples'] ?? []).slice(0, 1) };
  await records.run(
    { id: order, revision: data.revision, fieldsMap: data.fieldsMap, childTables: rest } as never,
    'submit',
  );
  await receive(1);
  expect((await allocate(1)).code).toBe('1');
  for (const task of taskIds)
    expect((await (await calls.at('dengguoqiang', 'testTask')).get(task)).data.flwState).toBe('4');
  const passed = await second?.act('reviewer', 'approve');
  expect([passed?.code, passed?.msg, await second?.state()]).toEqual(['1', expect.any(String), '3']);
  expect((await third?.act('reviewer', 'return', { opinion: '请补测' }))?.code).toBe('1');
  expect(await third?.act('tester', 'submit')).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('已随委托中的样品作废'),
  });
  expect((await third?.do('tester', 'void', { opinion: '样品已撤回' }))?.code).toBe('1');
  expect(await third?.state()).toBe('4');
  // restored, a task stands as its records do
  const restored = await (
    await clientOf(server, 'dengguoqiang')
  ).post('/api/system/frmCrud/restore/testTask', { id: taskIds[0], reason: '仍需检测' });
  expect([restored.code, restored.msg]).toEqual(['1', expect.any(String)]);
  expect(await stateOf('testTask', taskIds[0] ?? '', 'taskState')).toBe('已完成');
});

it('of the days before a standard changed is entered under the standard that the new one replaces', async () => {
  const standard = (standardNo: string, more: Values): Promise<string> =>
    saved('dengguoqiang', 'basis', {
      standardNo,
      standardName: '试验方法标准',
      kind: '国家标准',
      nature: '方法标准',
      field: '建筑材料',
      basisState: '现行',
      ...more,
    });
  const old = await standard('GB/T 2-2019', { fromDate: '2019-12-01' });
  const of = async (basis: string) =>
    submit(
      await newTask({
        item: await saved('dengguoqiang', 'itemConfig', {
          itemNo: basis.slice(-12),
          itemName: '抗压强度',
          engineering: 'engineeringConfig-0001',
          basis,
          inForce: '是',
          unit: '组',
          price: 1,
          days: 1,
          certified: 'CMA 资质',
          judgeWay: '不小于',
          valueUnit: 'MPa',
          places: 1,
        }),
      }),
      { testDate: day(-4) },
    );
  const next = await of(await standard('GB/T 2-2026', { fromDate: day(-2), replaced: old }));
  expect([next.code, next.msg]).toEqual(['1', expect.any(String)]);
  expect(await of(await standard('GB/T 3-2026', { fromDate: day(-2) }))).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('起施行'),
  });
});
