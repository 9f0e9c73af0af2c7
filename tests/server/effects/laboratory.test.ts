import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { clientOf, storyOf, type Story } from '../approval/story.ts';
import { recordsOf } from '../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

let server: TestServer;
let admin: Client;
let tester: Client;
let sample: { id: string };
beforeAll(async () => {
  server = await startTestServer();
  [admin, tester] = await Promise.all([server.api('admin'), server.api('tester')]);
  const received = await recordsOf(admin, 'sampleInfo').save({
    fieldsMap: { sampleNo: 'YP-LB-0', sampleName: '混凝土试块', receiveDate: '2026-05-01', receiver: 'u-sampler' },
  } as never);
  expect(received.msg, JSON.stringify(received.data)).toContain('成功');
  sample = { id: received.data.id ?? '' };
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

/** Agrees to the open task of a record with what its node asks for; `cells`: values of the first row of a table. */
const agree = async (
  who: string,
  formKey: string,
  id: string,
  fields: FormRecord['fieldsMap'] = {},
  cells: { table?: string } & FormRecord['fieldsMap'] = {},
  action: { name: string; more?: object } = { name: 'approve' },
): Promise<void> => {
  const records = recordsOf(await clientOf(server, who), formKey);
  const { data } = await records.get(id);
  const { table = '', ...values } = cells;
  const rows = data.childTables[table]?.map((row, index) =>
    index === 0 ? { ...row, fieldsMap: { ...row.fieldsMap, ...values } } : row,
  );
  const answer = await records.run(
    {
      id,
      revision: data.revision,
      fieldsMap: { ...data.fieldsMap, ...fields },
      childTables: { ...data.childTables, ...(rows ? { [table]: rows } : {}) },
    },
    action.name,
    action.more,
  );
  expect(answer.msg, JSON.stringify(answer.data)).toContain('成功');
};
const found = async (who: string, formKey: string, field: string, value: string) =>
  (await recordsOf(await clientOf(server, who), formKey).list({ conditions: [{ field, op: 'eq', value }] })).data.data;
const began = async (who: string, formKey: string, record: object): Promise<string> => {
  const answer = await recordsOf(await clientOf(server, who), formKey).run(record as never, 'submit');
  expect(answer.msg, JSON.stringify(answer.data)).toContain('成功');
  return answer.data.id ?? '';
};

describe('an order', () => {
  it('makes each sample once, as the sample keeper receives it, and the task of a tester, who is told, as it is allocated', async () => {
    const order = await began('reception', 'testEntrustRegistration', {
      fieldsMap: {
        entrustDate: '2026-06-01',
        registrar: 'u-reception',
        entrustKind: 'common',
        urgency: '1',
        entrustUnit: '江城云帆置业公司',
        entruster: '李工',
        entrusterPhone: '13912345678',
        projectName: '实验楼',
        expectDate: '2026-06-20',
        sampleDisposal: 'retain',
        reportWay: 'pickup',
        reportCopies: 3,
      },
      childTables: {
        samples: [
          {
            id: 's1',
            fieldsMap: {
              sampleNo: 'YP-LB-1',
              sampleKind: ['主体结构材料', '混凝土试块'],
              sampleName: '混凝土试块',
              quantity: 3,
              unit: 'group',
              testItems: ['compressive'],
              moldDate: '2026-05-04',
            },
          },
        ],
      },
    });
    expect(await found('sampler', 'sampleInfo', 'sampleNo', 'YP-LB-1')).toEqual([]);
    const receive = (storeNo: string) =>
      agree(
        'sampler',
        'testEntrustRegistration',
        order,
        { receiver: 'u-sampler', receiveDate: '2026-06-01' },
        { table: 'samples', sampleState: 'good', storeNo },
      );
    await receive('A-01-01');
    const [made, ...more] = await found('sampler', 'sampleInfo', 'sampleNo', 'YP-LB-1');
    expect([made?.fieldsMap, more]).toEqual([
      expect.objectContaining({ entrust: order, stage: '已收', quantity: 3, age: 28, storePlace: 'A-01-01' }),
      [],
    ]);
    const [head = ''] = await storyOf(server, 'testEntrustRegistration', order).holders();
    await agree(
      head,
      'testEntrustRegistration',
      order,
      {},
      {},
      {
        name: 'return',
        more: { target: 'receive', opinion: '请核对存放位置' },
      },
    );
    await receive('A-02-08');
    expect(
      (await found('sampler', 'sampleInfo', 'sampleNo', 'YP-LB-1')).map(({ id, fieldsMap }) => [
        id,
        fieldsMap['storePlace'],
      ]),
    ).toEqual([[made?.id, 'A-02-08']]);
    const tasks = () => found('dengguoqiang', 'testTask', 'sample', made?.id ?? '');
    expect(await tasks()).toEqual([]);
    await agree(
      head,
      'testEntrustRegistration',
      order,
      { mainTester: 'u-tester' },
      { table: 'samples', tester: 'u-tester', item: 'itemConfig-0001', planDate: '2026-06-02' },
    );
    expect((await tasks()).map(({ fieldsMap }) => fieldsMap)).toEqual([
      expect.objectContaining({
        tester: 'u-tester',
        item: 'itemConfig-0001',
        planDate: '2026-06-02',
        dueDate: '2026-06-20',
        taskState: '待检',
        quantity: 3,
      }),
    ]);
    const told = await server.context.db
      .selectFrom('sys_remind')
      .selectAll()
      .where('record_id', '=', order)
      .where('user_id', '=', 'u-tester')
      .execute();
    expect(JSON.stringify(told)).toContain('检测任务已分配给您');
  });
});

describe('a report', () => {
  it('retains its sample and is registered when it is sealed; its modification voids it and begins another in its place', async () => {
    const [order] = await found('admin', 'testEntrustRegistration', 'flwState', '3');
    const tested = await recordsOf(admin, 'sampleInfo').save({
      fieldsMap: {
        sampleNo: 'YP-LB-2',
        sampleName: '混凝土试块',
        entrust: order?.id,
        quantity: 3,
        unit: 'group',
        stage: '检毕',
        disposal: 'retain',
        storePlace: 'A-03',
        receiveDate: '2026-06-01',
        receiver: 'u-sampler',
      },
    });
    expect(tested.msg, JSON.stringify(tested.data)).toContain('成功');
    const sampleId = tested.data.id ?? '';
    const [seal] = await found('sealer', 'sealImpressionInfo', 'sealNo', 'YZ-JC-004');
    const report = await began('reporter', 'reportData', {
      fieldsMap: {
        entrust: order?.id,
        reportName: '混凝土试块检测报告',
        reportKind: '单份',
        sample: sampleId,
        testDate: '2026-06-05',
        basis: 'GB/T 50081-2019',
        conclusion: 'pass',
        copies: 3,
      },
      childTables: { items: [{ id: 'r1', fieldsMap: { itemName: '抗压强度', result: '35.6' } }] },
    });
    await agree('reviewer', 'reportData', report);
    await agree('shenzhiyuan', 'reportData', report);
    await agree('approver', 'reportData', report);
    await agree('reporter', 'reportData', report, { issueDate: '2026-06-08' });
    const retained = () => found('sampler', 'sampleRetention', 'sample', sampleId);
    expect(await retained()).toEqual([]);
    await agree('sealer', 'reportData', report, {
      sealKinds: ['检测专用章'],
      seal: seal?.id,
      printCopies: 3,
      sealDate: '2026-06-09',
    });
    expect((await retained()).map(({ fieldsMap }) => fieldsMap)).toEqual([
      expect.objectContaining({ place: 'A-03', retainDate: '2026-06-09', dueDate: '2026-07-09' }),
    ]);
    expect((await found('sealer', 'sealDetails', 'report', report)).map(({ fieldsMap }) => fieldsMap)).toEqual([
      expect.objectContaining({ sealId: seal?.id, copies: 3, sealDate: '2026-06-09', handler: 'u-sealer' }),
    ]);
    await agree('reception', 'reportData', report, { signer: '李工', signDate: '2026-06-10', signWay: '自取' });

    const modification = await began('reporter', 'reportModify', {
      fieldsMap: {
        report,
        modifyDate: '2026-06-11',
        modifierId: 'u-reporter',
        modifyKind: '检测结论',
        handling: '更正后换发',
        modifyReason: '结论表述与委托要求不一致',
      },
      childTables: {
        items: [{ id: 'r1', fieldsMap: { place: '检测结论', before: '合格', after: '符合 C30 的要求' } }],
      },
    });
    await agree('reviewer', 'reportModify', modification, { checkNote: '情况属实' });
    await agree('approver', 'reportModify', modification);
    expect(await storyOf(server, 'reportData', report).state()).toBe('3');
    await agree('reporter', 'reportModify', modification, {
      newReportNo: 'BG-LB-2',
      originalsBack: '已收回',
      doneDate: '2026-06-12',
    });
    expect(await storyOf(server, 'reportData', report).state()).toBe('4');
    const [again] = await found('reporter', 'reportData', 'reportNo', 'BG-LB-2');
    expect(again).toMatchObject({
      flwState: '0',
      fieldsMap: { replaces: report, sample: sampleId, conclusion: 'pass' },
    });
  });
});
