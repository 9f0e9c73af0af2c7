import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyOf } from '../approval/story.ts';
import { businessOf, day, type Values } from '../support/business.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;
let order = '';
let sample = '';
beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
  const [finished] = await found('admin', 'testEntrustRegistration', 'flwState', '3');
  order = finished?.id ?? '';
  sample = await sampleOf(order, 'YP-BG-1');
});
afterAll(() => server.dispose());

const found = async (account: string, formKey: string, field: string, value: string) =>
  (await (await business.at(account, formKey)).list({ conditions: [{ field, op: 'eq', value }] })).data.data;
const sampleOf = (entrust: string, sampleNo: string): Promise<string> =>
  business.save('admin', 'sampleInfo', {
    sampleNo,
    sampleName: '混凝土试块',
    entrust,
    quantity: 3,
    unit: 'group',
    stage: '检毕',
    disposal: 'fetch',
    receiveDate: day(-9),
    receiver: 'u-sampler',
  });
const row = (verdict: string): Values => ({
  items: [{ id: 'r1', fieldsMap: { itemName: '抗压强度', result: '35.6', verdict } }],
});
const report = (more: Values = {}): Values => ({
  entrust: order,
  reportName: '混凝土试块检测报告',
  reportKind: '单份',
  sample,
  testDate: day(-6),
  basis: 'GB/T 50081-2019',
  conclusion: 'pass',
  copies: 3,
  ...more,
});
const prepared = (more: Values = {}): Promise<string> =>
  business.submit('reporter', 'reportData', report(more), row('合格'));
const approved = async (more: Values = {}): Promise<string> => {
  const id = await prepared(more);
  await business.agree('reportData', id, 'reviewer', 'shenzhiyuan', 'approver');
  return id;
};
/** The answer to an agreement that may be refused. */
const decided = async (account: string, id: string, written: Values) => {
  const records = await business.at(account, 'reportData');
  const { revision, fieldsMap, childTables } = (await records.get(id)).data;
  return records.run({ id, revision, fieldsMap: { ...fieldsMap, ...written }, childTables } as never, 'approve');
};
const sealWith = async (sealNo: string): Promise<string> =>
  (await found('sealer', 'sealImpressionInfo', 'sealNo', sealNo))[0]?.id ?? '';

describe('a report', () => {
  it('is not checked by its author nor by the tester of its record, who hand the task on', async () => {
    const [record] = await found('reporter', 'testRecord', 'flwState', '3');
    const tester = String(record?.fieldsMap['tester']);
    await server.context.db
      .insertInto('sys_user_role')
      .values({ user_id: 'u-reporter', role_code: 'reviewer' })
      .execute();
    const byRecord = { record: record?.id, testDate: record?.fieldsMap['testDate'] };
    const story = storyOf(server, 'reportData', await prepared(byRecord));
    const handOn = async (from: string, to: string): Promise<void> =>
      expect((await story.do(from, 'transfer', { userIds: [to], opinion: '请校核' })).code).toBe('1');
    await handOn('reviewer', tester);
    expect(await story.act(tester.replace('u-', ''), 'approve')).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: '报告编制人、检测人不能校核本报告，请转办给其他校核人员',
    });
    await handOn(tester.replace('u-', ''), 'u-lizhenhua');
    expect((await story.act('lizhenhua', 'approve')).msg).toContain('成功');
    const own = storyOf(server, 'reportData', await prepared());
    expect((await own.act('reporter', 'approve')).code).not.toBe('1');
    expect((await own.act('reviewer', 'approve')).msg).toContain('成功');
    expect(await story.at()).toBe('报告审核');
  });

  it('says nothing that its measured rows contradict', async () => {
    const reporter = await business.at('reporter', 'reportData');
    const sent = (conclusion: string, verdict: string) =>
      reporter.run({ fieldsMap: report({ conclusion }), childTables: row(verdict) } as never, 'submit');
    expect(await sent('pass', '不合格')).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: '检测数据中有 1 项不合格，检测结论不能为“合格”，请核对检测结论或单项评定',
    });
    expect(await sent('fail', '合格')).toMatchObject({ code: 'EFFECT_REQUIRE' });
    expect(await sent('fail', '不合格')).toMatchObject({ code: '1' });
    expect(await sent('data', '/')).toMatchObject({ code: '1' });
  });

  it('takes in no record of another order', async () => {
    const records = (await found('reporter', 'testRecord', 'flwState', '3')).map(({ id }) => id);
    const answer = await (
      await business.at('reporter', 'reportData')
    ).run({ fieldsMap: report({ moreRecords: records }), childTables: row('合格') } as never, 'submit');
    expect(answer).toMatchObject({ code: 'EFFECT_REQUIRE', msg: expect.stringContaining('不属于本报告的检测委托') });
  });

  it('begins from its record with the standard and the copies that were ordered', async () => {
    const [record] = await found('reporter', 'testRecord', 'flwState', '3');
    const begun = await business.begun('reporter', 'reportData', 'testRecord', record?.id ?? '');
    expect(begun).toMatchObject({ basis: expect.stringMatching(/\w/), copies: expect.anything() });
    expect(Number(begun['copies'])).toBeGreaterThanOrEqual(0);
  });

  it('is issued in a batch with the date of the day, and may be for the wire alone', async () => {
    const id = await approved();
    const { taskId = '' } = (await storyOf(server, 'reportData', id).todo('reporter')) ?? {};
    const batch = await (await business.as('reporter')).post('/api/task/flow/task/batchApprove', { taskIds: [taskId] });
    expect(batch.code).toBe('1');
    expect((await (await business.at('reporter', 'reportData')).get(id)).data).toMatchObject({
      taskNode: '打印盖章',
      fieldsMap: { issueDate: day(0) },
    });
    const sealing = { sealKinds: ['检测专用章'], seal: await sealWith('YZ-JC-004'), sealDate: day(0) };
    const early = await decided('sealer', id, { ...sealing, printCopies: 0, sealDate: day(-1) });
    expect(JSON.stringify(early)).toContain('sealDate');
    expect(await decided('sealer', id, { ...sealing, printCopies: 0 })).toMatchObject({ code: '1' });
    expect(await found('sealer', 'sealDetails', 'report', id)).toEqual([]);
  });

  it('has a line in the register for each seal, and stands among the sealed ones before anybody signs for it', async () => {
    const id = await approved();
    await business.agree('reportData', id, ['reporter', { issueDate: day(-2) }]);
    const sealing = {
      sealKinds: ['检测专用章', '资质认定标志章'],
      seal: await sealWith('YZ-JC-004'),
      printCopies: 3,
      sealDate: day(-1),
    };
    expect(JSON.stringify(await decided('sealer', id, sealing))).toContain('cmaSeal');
    await business.agree('reportData', id, ['sealer', { ...sealing, cmaSeal: await sealWith('YZ-JC-006') }]);
    const lines = await found('sealer', 'sealDetails', 'report', id);
    expect(
      lines.map(({ fieldsMap }) => [String(fieldsMap['sealIdLabel']).slice(0, 9), fieldsMap['copies']]).toSorted(),
    ).toEqual([
      ['YZ-JC-004', 3],
      ['YZ-JC-006', 3],
    ]);
    const sealed = await (
      await business.at('sealer', 'reportData')
    ).list(
      {
        conditions: [
          { field: 'flwState', op: 'in', value: ['1', '3'] },
          { field: 'taskNode', op: 'in', value: ['报告签收', ''] },
        ],
        sort: { field: 'sealDate', order: 'desc' },
      },
      { pageNum: 1, pageSize: 200 },
      'listNoAuth',
    );
    const states = new Map(sealed.data.data.map((one) => [one.id, one.fieldsMap['sealDate']]));
    expect(states.get(id)).toBe(day(-1));
    expect([...states.values()].filter((date) => !date)).toEqual([]);
    expect(states.size).toBeGreaterThan(20);
  });

  it('may be begun while other samples of its order are still tested', async () => {
    const [running] = await found('admin', 'testEntrustRegistration', 'flwState', '1');
    const entrust = running?.id ?? '';
    const answer = await (
      await business.at('reporter', 'reportData')
    ).run(
      {
        fieldsMap: { ...report({ entrust, reportKind: '汇总' }), sample: undefined },
        childTables: row('合格'),
      } as never,
      'submit',
    );
    expect([answer.code, answer.msg]).toEqual(['1', answer.msg]);
  });
});

describe('a modification', () => {
  const modification = (id: string, more: Values = {}): Values => ({
    report: id,
    modifyDate: day(0),
    modifierId: 'u-reporter',
    modifyKind: '委托信息',
    handling: '更正后换发',
    modifyReason: '委托单位更名',
    ...more,
  });
  const change: Values = {
    items: [{ id: 'r1', fieldsMap: { place: '委托单位', before: '中诚建设有限公司', after: '中诚建设集团有限公司' } }],
  };

  it('corrects what the order says of the client, once at a time, and what is not corrected stays', async () => {
    const [record] = await found('reporter', 'testRecord', 'flwState', '3');
    const tested = await (await business.at('reporter', 'sampleInfo')).get(String(record?.fieldsMap['sample']));
    const { entrust } = tested.data.fieldsMap;
    const id = await approved({ entrust, reportKind: '汇总', sample: '', moreRecords: [record?.id] });
    await business.agree(
      'reportData',
      id,
      'reporter',
      ['sealer', { sealKinds: ['检测专用章'], seal: await sealWith('YZ-JC-004'), printCopies: 1, sealDate: day(0) }],
      ['reception', { signer: '李工', signDate: day(0), signWay: '自取' }],
    );
    const old = (await (await business.at('reporter', 'reportData')).get(id)).data;
    const first = await business.submit(
      'reporter',
      'reportModify',
      modification(id, { newClientName: '中诚建设集团有限公司' }),
      change,
    );
    const second = await (
      await business.at('xiaojing', 'reportModify')
    ).run({ fieldsMap: modification(id), childTables: change } as never, 'submit');
    expect(second).toMatchObject({ code: 'EFFECT_REQUIRE', msg: expect.stringContaining('已有一份修改在办理') });
    await business.agree('reportModify', first, ['reviewer', { checkNote: '情况属实' }], 'approver', [
      'reporter',
      { newReportNo: 'BG-XG-1', originalsBack: '无法收回', doneDate: day(0) },
    ]);
    expect(await storyOf(server, 'reportData', id).state()).toBe('4');
    const [again] = await found('reporter', 'reportData', 'reportNo', 'BG-XG-1');
    expect(again?.fieldsMap).toMatchObject({
      clientName: '中诚建设集团有限公司',
      projectName: old.fieldsMap['projectName'],
      replaces: id,
      moreRecords: [record?.id],
    });
    const { data } = await (await business.at('reporter', 'reportData')).get(again?.id ?? '');
    const sent = await (
      await business.at('reporter', 'reportData')
    ).run({ ...data, childTables: row('合格') } as never, 'submit');
    expect(sent.msg).toContain('成功');
    expect(sent.data.fieldsMap['clientName']).toBe('中诚建设集团有限公司');
  });
});
