import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyOf, type Story } from '../approval/story.ts';
import { recordsOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let tester: Client;
let sample: { id: string };
beforeAll(async () => {
  server = await startTestServer();
  [admin, tester] = await Promise.all([server.api('admin'), server.api('tester')]);
  [sample] = (await recordsOf(tester, 'sampleInfo').list({})).data.data as unknown as [{ id: string }];
});
afterAll(() => server.dispose());

const device = async (deviceNo: string, more: object): Promise<string> => {
  const saved = await recordsOf(admin, 'deviceList').save({
    fieldsMap: {
      deviceNo,
      deviceName: '压力试验机',
      deviceKind: 'mechanics',
      deviceState: 'using',
      buyDate: '2024-01-01',
      originalValue: 1000,
      useDeptId: 'dept-cl',
      keeper: 'u-tester',
      ...more,
    },
  } as never);
  expect(saved.msg, JSON.stringify(saved.data)).toContain('成功');
  return saved.data.id ?? '';
};
const task = async (): Promise<string> => {
  const saved = await recordsOf(tester, 'testTask').save({
    fieldsMap: {
      sample: sample.id,
      item: 'itemConfig-0001',
      quantity: 1,
      tester: 'u-tester',
      planDate: '2026-06-01',
      dueDate: '2026-06-05',
      urgency: '一般',
      taskState: '待检',
    },
  } as never);
  expect(saved.msg, JSON.stringify(saved.data)).toContain('成功');
  return saved.data.id ?? '';
};
const stateOf = async (id: string): Promise<unknown> =>
  (await recordsOf(tester, 'testTask').get(id)).data.fieldsMap['taskState'];
const record = (taskId: string, deviceId: string, more: object = {}) =>
  ({
    fieldsMap: {
      task: taskId,
      tester: 'u-tester',
      testDate: '2026-06-01',
      device: deviceId,
      temperature: 20,
      humidity: 55,
      sampleOk: '符合要求',
      limitValue: 30,
      conclusion: '合格',
      ...more,
    },
    childTables: { values: [{ id: 'r1', fieldsMap: { specimenNo: '1', length: 150, width: 150, load: 801 } }] },
  }) as never;
const submitted = async (taskId: string, deviceId: string, more: object = {}): Promise<Story> => {
  const answer = await recordsOf(tester, 'testRecord').run(record(taskId, deviceId, more), 'submit');
  expect(answer.msg, JSON.stringify(answer.data)).toContain('成功');
  return storyOf(server, 'testRecord', answer.data.id ?? '');
};

describe('a device', () => {
  it('that is out of its calibration on the day of the test is not taken into a record', async () => {
    const late = await device('LB-001', { validUntil: '2026-05-31' });
    const answer = await recordsOf(tester, 'testRecord').run(record(await task(), late), 'submit');
    expect(answer.code).not.toBe('1');
    expect(JSON.stringify(answer)).toContain('device');
    const valid = await device('LB-002', { validUntil: '2026-06-01' });
    expect(await (await submitted(await task(), valid)).state()).toBe('1');
  });

  it('is asked for again when the record is submitted: the day may have changed, or the device may have broken', async () => {
    const valid = await device('LB-003', { validUntil: '2026-06-30' });
    const own = recordsOf(tester, 'testRecord');
    const draft = (await own.save(record(await task(), valid))).data;
    const again = (more: object) =>
      own.run(
        {
          id: draft.id,
          revision: draft.revision,
          fieldsMap: { ...draft.fieldsMap, ...more },
          childTables: draft.childTables,
        } as never,
        'submit',
      );
    expect(await again({ testDate: '2026-07-02' })).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: '设备“压力试验机”（LB-003）的检定有效期至 2026-06-30，不能用于 2026-07-02 的检测',
    });
    const { data } = await recordsOf(admin, 'deviceList').get(valid);
    await recordsOf(admin, 'deviceList').save({
      ...data,
      fieldsMap: { ...data.fieldsMap, deviceState: 'broken' },
    } as never);
    expect(await again({})).toMatchObject({ code: 'EFFECT_REQUIRE', msg: expect.stringContaining('目前故障') });
  });
});

describe('a test record', () => {
  it('moves its task along, and back where the reviewer returns it', async () => {
    const valid = await device('LB-004', {});
    const taskId = await task();
    const story = await submitted(taskId, valid);
    expect(await stateOf(taskId)).toBe('待复核');
    expect((await story.act('reviewer', 'return', { opinion: '请补测' })).msg).toContain('成功');
    expect(await stateOf(taskId)).toBe('检测中');
    await story.act('tester', 'submit');
    expect(await stateOf(taskId)).toBe('待复核');
    await story.act('reviewer', 'approve');
    expect(await stateOf(taskId)).toBe('已完成');
  });

  it('is not reviewed by whoever did the test', async () => {
    const story = await submitted(await task(), await device('LB-005', {}), { tester: 'u-reviewer' });
    expect(await story.act('reviewer', 'approve')).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: '检测人不能复核自己的检测记录',
    });
    expect(await story.state()).toBe('1');
  });
});
