import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { recordTable } from '../../../src/server/records/index.ts';
import { day, runJobs, type Values } from '../support/business.ts';
import { clientOf } from '../approval/story.ts';
import { ordersOf } from '../support/entrustOrder.ts';
import type { Saved } from '../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let calls: ReturnType<typeof ordersOf>;
beforeAll(async () => {
  server = await startTestServer();
  calls = ordersOf(server);
});
afterAll(() => server.dispose());

const save = async (who: string, formKey: string, fieldsMap: Values): Promise<Saved> =>
  (await calls.at(who, formKey)).save({ fieldsMap } as never);
const saved = async (who: string, formKey: string, fieldsMap: Values): Promise<string> => {
  const answer = await save(who, formKey, fieldsMap);
  expect([formKey, answer.msg, answer.code === '1' ? null : answer.data]).toEqual([formKey, answer.msg, null]);
  return answer.data.id ?? '';
};
const change = async (who: string, formKey: string, id: string, more: Values): Promise<Saved> => {
  const records = await calls.at(who, formKey);
  const { data } = await records.get(id);
  return records.save({ ...data, fieldsMap: { ...data.fieldsMap, ...more } } as never);
};
const valueOf = async (formKey: string, id: string, field: string): Promise<unknown> =>
  (await (await calls.at('admin', formKey)).get(id)).data.fieldsMap[field];
const newTask = (sample: string): Values => ({
  sample,
  item: 'itemConfig-0001',
  quantity: 1,
  tester: 'u-tester',
  planDate: day(0),
  dueDate: day(3),
  urgency: '一般',
  taskState: '待检',
});
const newSample = (sampleNo: string, more: Values = {}): Promise<string> =>
  saved('sampler', 'sampleInfo', {
    sampleNo,
    sampleName: '混凝土试块',
    receiveDate: day(-5),
    receiver: 'u-sampler',
    stage: '留样',
    ...more,
  });

it('that are retained are given out by any sample keeper, in time, and the sample follows', async () => {
  const retained = async (sampleNo: string): Promise<[sample: string, retention: string]> => {
    const sample = await newSample(sampleNo);
    // as sealing a report makes it: by somebody who is no sample keeper
    const retention = await saved('admin', 'sampleRetention', {
      sample,
      quantity: 3,
      keeper: 'u-sampler',
      retainDate: day(-5),
      dueDate: day(25),
      place: '样品室',
      retentionState: '在库',
    });
    return [sample, retention];
  };
  const [first, firstRetention] = await retained('YP-LY-1');
  const cleared = { retentionState: '已处置', disposeDate: day(0), disposeWay: '按固体废物清运' };
  expect(await change('sample', 'sampleRetention', firstRetention, { usedQuantity: 4 })).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('超过留样数量'),
  });
  expect(await change('sample', 'sampleRetention', firstRetention, cleared)).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('才到期'),
  });
  expect(await valueOf('sampleInfo', first, 'stage')).toBe('留样');
  const back = await change('sample', 'sampleRetention', firstRetention, { ...cleared, disposeWay: '退还委托方' });
  expect([back.code, back.msg]).toEqual(['1', expect.any(String)]);
  expect(await valueOf('sampleInfo', first, 'stage')).toBe('已退样');
  const [second, secondRetention] = await retained('YP-LY-2');
  await change('sampler', 'sampleRetention', secondRetention, { retentionState: '已用完', usedQuantity: 3 });
  expect(await valueOf('sampleInfo', second, 'stage')).toBe('已处置');
});

it('that a keeper puts aside by hand are retained, gone with their disposal, and back where it was an error', async () => {
  const sample = await newSample('YP-LY-3', { stage: '检毕' });
  const retention = await saved('sample', 'sampleRetention', {
    sample,
    quantity: 1,
    keeper: 'u-sampler',
    retainDate: day(-1),
    dueDate: day(0),
    place: '样品室',
    retentionState: '在库',
  });
  expect(await valueOf('sampleInfo', sample, 'stage')).toBe('留样');
  expect(await change('sample', 'sampleInfo', sample, { stage: '已处置' })).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('尚有 1 份在库留样'),
  });
  const gone = (disposeDate: string) =>
    change('sample', 'sampleRetention', retention, {
      retentionState: '已处置',
      disposeDate,
      disposeWay: '按固体废物清运',
    });
  expect(await gone(day(1))).toMatchObject({ code: 'EFFECT_REQUIRE', msg: expect.stringContaining('晚于今天') });
  expect((await gone(day(0))).code).toBe('1');
  expect(await valueOf('sampleInfo', sample, 'stage')).toBe('已处置');
  // nothing more is tested of a sample that is gone
  expect((await save('dengguoqiang', 'testTask', newTask(sample))).code).toBe('RECORD_INVALID');
  const back = await change('sample', 'sampleRetention', retention, {
    retentionState: '在库',
    disposeDate: null,
    disposeWay: null,
  });
  expect([back.code, back.msg]).toEqual(['1', expect.any(String)]);
  expect(await valueOf('sampleInfo', sample, 'stage')).toBe('留样');
  // put aside by mistake: voided, and taken away
  const keeper = await clientOf(server, 'sample');
  const act = async (call: string): Promise<string> =>
    (await keeper.post(`/api/system/frmCrud/${call}/sampleRetention`, { id: retention, reason: '样品选错' })).code;
  expect(await act('void')).toBe('1');
  expect(await valueOf('sampleInfo', sample, 'stage')).toBe('检毕');
  expect(await act('restore')).toBe('1');
  expect(await valueOf('sampleInfo', sample, 'stage')).toBe('留样');
  expect((await (await calls.at('sample', 'sampleRetention')).remove(retention)).code).toBe('1');
  expect(await valueOf('sampleInfo', sample, 'stage')).toBe('检毕');
});

it('are not disposed of while they are tested, and wait again when all their tasks are cancelled', async () => {
  const sample = await newSample('YP-RW-1', { stage: '已收' });
  const task = (): Promise<string> => saved('dengguoqiang', 'testTask', newTask(sample));
  const [first, second] = [await task(), await task()];
  // a task is begun by its tester, cancelled by the heads, and changed by any of them
  expect((await calls.press('dengguoqiang', 'testTask', 'begin', first)).code).toBe('ACTION_WHEN');
  expect((await calls.press('tester', 'testTask', 'begin', first)).code).toBe('1');
  expect((await calls.press('tester', 'testTask', 'assign', first, { tester: 'u-tester2' })).code).toBe('403');
  expect((await change('hanlei', 'testTask', second, { dueDate: day(4) })).code).toBe('1');
  expect(await change('sample', 'sampleInfo', sample, { stage: '已处置' })).toMatchObject({
    code: 'EFFECT_REQUIRE',
    msg: expect.stringContaining('尚有 2 项检测未完成'),
  });
  for (const id of [second, first])
    expect((await calls.press('dengguoqiang', 'testTask', 'cancel', id, { reason: '撤回' })).code).toBe('1');
  // nothing was tested of it
  expect(await valueOf('sampleInfo', sample, 'stage')).toBe('已收');
  // the state of a task is not typed: a cancelled one comes back by its button, unless its sample is gone
  await change('hanlei', 'testTask', first, { taskState: '已完成', doneDate: day(0) });
  expect(await valueOf('testTask', first, 'taskState')).toBe('已取消');
  expect((await calls.press('tester', 'testTask', 'reopen', first)).code).toBe('403');
  expect((await calls.press('hanlei', 'testTask', 'reopen', first)).code).toBe('1');
  expect([await valueOf('testTask', first, 'taskState'), await valueOf('sampleInfo', sample, 'stage')]).toEqual([
    '待检',
    '已收',
  ]);
  expect(await calls.told('u-tester')).toContain('已恢复，请安排检测');
  await calls.press('hanlei', 'testTask', 'cancel', first, { reason: '撤回' });
  expect((await change('sample', 'sampleInfo', sample, { stage: '已处置' })).code).toBe('1');
  expect(await calls.press('hanlei', 'testTask', 'reopen', first)).toMatchObject({ code: 'EFFECT_REQUIRE' });
});

it('are added to a running order, and described by a text of the register', async () => {
  const entrust = await calls.begin('YP-MORE');
  // as long as the register allows
  const content = '表面平整，编号清晰。'.repeat(50);
  const description = await saved('dengguoqiang', 'sampleDescription', {
    sampleKind: '混凝土',
    descName: '完好',
    use: '外观描述',
    inForce: '是',
    content,
  });
  const sample = await newSample('YP-MORE-9', { entrust, stage: '已收', descTemplate: description });
  expect(await valueOf('sampleInfo', sample, 'description')).toBe(content);
  await calls.step('sampler', entrust, { receiver: 'u-sampler', receiveDate: day(0) }, [
    { sampleState: 'good', descTemplate: description },
  ]);
  const [received] = await calls.found('sampler', 'sampleInfo', 'sampleNo', 'YP-MORE-1');
  expect(received?.fieldsMap).toMatchObject({ description: content, stage: '已收' });
});

it('are tested by standards that follow each other: the new one comes into force and ends the old one', async () => {
  const standard = (standardNo: string, more: Values): Promise<string> =>
    saved('dengguoqiang', 'basis', {
      standardNo,
      standardName: '试验方法标准',
      kind: '国家标准',
      nature: '方法标准',
      field: '建筑材料',
      ...more,
    });
  const old = await standard('GB/T 1-2019', { basisState: '现行', fromDate: '2019-12-01' });
  const next = await standard('GB/T 1-2026', { basisState: '即将实施', fromDate: day(-2), replaced: old });
  // a standard in its transition period is in force until its end
  const ending = await standard('GB/T 2-2019', { basisState: '现行', fromDate: '2019-12-01', toDate: day(30) });
  const other = await standard('GB/T 2-2026', { basisState: '现行', fromDate: day(-2), replaced: ending });
  await sql`update ${recordTable('basis')} set create_time = create_time - interval '3 days' where id in (${old}, ${next}, ${ending}, ${other})`.execute(
    server.context.db,
  );
  await runJobs(server, 'every:basis:');
  expect(await valueOf('basis', next, 'basisState')).toBe('现行');
  expect([await valueOf('basis', ending, 'basisState'), await valueOf('basis', ending, 'toDate')]).toEqual([
    '现行',
    day(30),
  ]);
  expect([await valueOf('basis', old, 'basisState'), await valueOf('basis', old, 'toDate')]).toEqual(['废止', day(-3)]);
});
