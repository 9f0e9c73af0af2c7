import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyOf } from '../approval/story.ts';
import { businessOf, day, type Values } from '../support/business.ts';
import { ordersOf } from '../support/entrustOrder.ts';
import { reviewedRecordsOf } from '../support/reviewedRecords.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;
let lab: ReturnType<typeof reviewedRecordsOf>;
let order = '';
let sample = '';
beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
  lab = reviewedRecordsOf(business);
  const [finished] = await found('admin', 'testEntrustRegistration', 'flwState', '3');
  order = finished?.id ?? '';
  sample = await lab.newSample(order, 'YP-BG-1');
  // of the two reviewers one prepares reports and asks for modifications, so that the other one gets the tasks
  await server.context.db
    .insertInto('sys_user_role')
    .values({ user_id: 'u-reporter', role_code: 'reviewer' })
    .execute();
});
afterAll(() => server.dispose());

const found = async (account: string, formKey: string, field: string, value: string) =>
  (await (await business.at(account, formKey)).list({ conditions: [{ field, op: 'eq', value }] })).data.data;
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
const decided = async (account: string, id: string, written: Values, formKey = 'reportData') => {
  const records = await business.at(account, formKey);
  const { revision, fieldsMap, childTables } = (await records.get(id)).data;
  return records.run({ id, revision, fieldsMap: { ...fieldsMap, ...written }, childTables } as never, 'approve');
};
const sealWith = async (sealNo: string): Promise<string> =>
  (await found('sealer', 'sealImpressionInfo', 'sealNo', sealNo))[0]?.id ?? '';

describe('a report', () => {
  it('is not checked by its author nor by the tester of its record, who hand the task on', async () => {
    const { tester, values } = await lab.aboutRecord('合格');
    const story = storyOf(server, 'reportData', await prepared(values));
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

  it('is about the sample of its record, and says no better of it than the record', async () => {
    const reporter = await business.at('reporter', 'reportData');
    const sent = (fields: Values, verdict = '合格') =>
      reporter.run({ fieldsMap: report(fields), childTables: row(verdict) } as never, 'submit');
    const { values } = await lab.aboutRecord('不合格');
    const [running] = await found('admin', 'testEntrustRegistration', 'flwState', '1');
    const beside = { ...values, sample: await lab.newSample(String(values['entrust']), 'YP-BG-9') };
    expect(await sent({ ...beside, conclusion: 'fail' }, '不合格')).toMatchObject({ code: 'RECORD_INVALID' });
    expect(
      await sent({ ...values, entrust: running?.id, sample: '', conclusion: 'fail', reportKind: '汇总' }, '不合格'),
    ).toMatchObject({ code: 'EFFECT_REQUIRE', msg: expect.stringContaining('与本报告的检测委托或样品不符') });
    const summary = { ...values, record: '', reportKind: '汇总', moreRecords: [values.record] };
    for (const fields of [values, summary]) {
      expect(await sent(fields)).toMatchObject({
        code: 'EFFECT_REQUIRE',
        msg: expect.stringContaining('的结论为不合格，报告的检测结论应为“不合格”'),
      });
      expect(await sent({ ...fields, conclusion: 'data' }, '/')).toMatchObject({ code: 'EFFECT_REQUIRE' });
      expect(await sent({ ...fields, conclusion: 'fail' }, '不合格')).toMatchObject({ code: '1' });
    }
    const of = await lab.newSample(order, 'YP-BG-2', { stage: '已收' });
    const { record } = await lab.newRecord(of, await lab.newItem('含水率'), { conclusion: '仅提供数据' });
    const measured = { record, sample: of, testDate: day(-3) };
    expect(await sent(measured)).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: expect.stringContaining('仅提供数据、未作判定'),
    });
    expect(await sent({ ...measured, conclusion: 'data' }, '/')).toMatchObject({ code: '1' });
  });

  it('is counted among those that were judged, as its records are', async () => {
    const of = await lab.newSample(order, 'YP-BG-3', { stage: '已收', receiveDate: day(-500) });
    const judgedItem = await lab.newItem('吸水率');
    const old = { testDate: day(-495) };
    await lab.newRecord(of, judgedItem, old);
    await lab.newRecord(of, judgedItem, { ...old, conclusion: '仅提供数据' });
    await business.submit('reporter', 'reportData', report({ ...old, conclusion: 'fail' }), row('不合格'));
    await business.submit('reporter', 'reportData', report({ ...old, conclusion: 'data' }), row('/'));
    const rate = async (datasetKey: string, key: string): Promise<number[]> => {
      const { data } = await (
        await business.as('admin')
      ).post<{ figures: { key: string }[]; rows: { values: (string | null)[] }[] }[]>('/api/system/dataset/run', {
        questions: [{ datasetKey, params: { period: [day(-496), day(-494)] }, by: [] }],
      });
      const at = (name: string) => data[0]?.figures.findIndex((figure) => figure.key === name) ?? -1;
      return ['count', key].map((name) => Number(data[0]?.rows[0]?.values[at(name)]));
    };
    expect(await rate('production/records', 'passRate')).toEqual([2, 1]);
    expect(await rate('production/reports', 'failRate')).toEqual([2, 1]);
  });

  it('bears no mark of accreditation for any of its items outside of it', async () => {
    const of = await lab.newSample(order, 'YP-BG-4', { stage: '已收' });
    const { task, record } = await lab.newRecord(of, await lab.newItem('外观', { certified: '无资质' }));
    const sealing = { seal: await sealWith('YZ-JC-004'), printCopies: 3, sealDate: day(0) };
    const marked = { ...sealing, sealKinds: ['检测专用章', '资质认定标志章'], cmaSeal: await sealWith('YZ-JC-006') };
    for (const fields of [
      { reportKind: '汇总', sample: '', moreRecords: [record] },
      { sample: of, task },
    ]) {
      const id = await approved(fields);
      await business.agree('reportData', id, 'reporter');
      expect(await decided('sealer', id, marked)).toMatchObject({
        code: 'EFFECT_REQUIRE',
        msg: '检测项目“外观”不在资质范围内，本报告不能加盖资质认定标志章，请去掉后再通过',
      });
      expect(await decided('sealer', id, { ...sealing, sealKinds: ['检测专用章'] })).toMatchObject({ code: '1' });
    }
  });

  it('names the standard that was in force on the day of the test, and results with the digits of the item', async () => {
    const old = await lab.newStandard('GB/T 2-2019', { fromDate: '2019-12-01' });
    const itemId = await lab.newItem('细度', { basis: old, places: 1 });
    const of = await lab.newSample(order, 'YP-BG-5', { stage: '已收' });
    const { record } = await lab.newRecord(of, itemId);
    const basis = await lab.newStandard('GB/T 2-2026', { fromDate: day(-1), replaced: old });
    const items = await business.at('dengguoqiang', 'itemConfig');
    const { data } = await items.get(itemId);
    expect(await items.save({ ...data, fieldsMap: { ...data.fieldsMap, basis } } as never)).toMatchObject({
      code: '1',
    });
    expect(await business.begun('reporter', 'reportData', 'testRecord', record)).toMatchObject({
      basis: 'GB/T 2-2019',
    });
    const begun = await (
      await business.as('reporter')
    ).get<{ rows: { items: { fieldsMap: Values }[] } }>(
      `/api/system/frmCrud/prefill/reportData?from=testRecord&id=${record}&index=0`,
    );
    expect(begun.data.rows.items.map(({ fieldsMap }) => fieldsMap['result'])).toEqual(['36.0']);
  });

  it('retains the samples of all its records, each once, and none that was put aside before', async () => {
    const keeping = { stage: '已收', disposal: 'retain' };
    const [kept, own, other] = await Promise.all(
      ['6', '7', '8'].map((no) => lab.newSample(order, `YP-BG-${no}`, no === '6' ? { disposal: 'retain' } : keeping)),
    );
    const [first, second] = [await lab.newItem('密度'), await lab.newItem('强度', { retention: 60 })];
    const { record } = await lab.newRecord(own ?? '', first);
    const moreRecords = [
      (await lab.newRecord(other ?? '', first)).record,
      (await lab.newRecord(other ?? '', second)).record,
    ];
    const retention = { quantity: 3, keeper: 'u-sampler', retainDate: day(-2), dueDate: day(28), place: '样品室' };
    await business.save('sampler', 'sampleRetention', { ...retention, sample: kept, retentionState: '在库' });
    const sealing = { sealKinds: ['检测专用章'], seal: await sealWith('YZ-JC-004'), printCopies: 3, sealDate: day(0) };
    for (const fields of [{ sample: kept }, { sample: own, record, testDate: day(-3), moreRecords }])
      await business.agree('reportData', await approved(fields), 'reporter', ['sealer', sealing]);
    const held = async (id: string | undefined) => {
      const { fieldsMap } = (await (await business.at('sampler', 'sampleInfo')).get(id ?? '')).data;
      const retentions = await found('sampler', 'sampleRetention', 'sample', id ?? '');
      return [fieldsMap['stage'], retentions.length];
    };
    expect([await held(kept), await held(own), await held(other)]).toEqual(Array(3).fill(['留样', 1]));
  });

  it('retains no sample that is still tested, but by the report after that', async () => {
    const own = await lab.newSample(order, 'YP-BG-29', { stage: '已收', disposal: 'retain' });
    const item = await lab.newItem('含泥量');
    const { record } = await lab.newRecord(own, item);
    const open = await business.save('dengguoqiang', 'testTask', {
      sample: own,
      item,
      quantity: 1,
      tester: 'u-tester',
      planDate: day(0),
      dueDate: day(3),
      urgency: '一般',
    });
    const sealing = { sealKinds: ['检测专用章'], seal: await sealWith('YZ-JC-004'), printCopies: 3, sealDate: day(0) };
    const stage = async () => (await (await business.at('sampler', 'sampleInfo')).get(own)).data.fieldsMap['stage'];
    const sealed = async () =>
      business.agree('reportData', await approved({ sample: own, record, testDate: day(-3) }), 'reporter', [
        'sealer',
        sealing,
      ]);
    await sealed();
    const held = async () => [await stage(), (await found('sampler', 'sampleRetention', 'sample', own)).length];
    expect(await held()).toEqual(['检测中', 0]);
    const cancelled = await (
      await business.as('dengguoqiang')
    ).post('/api/system/frmCrud/action/testTask', {
      action: 'cancel',
      ids: [open],
      dialog: { fieldsMap: { reason: '委托方撤回' }, childTables: {} },
    });
    expect([cancelled.code, await stage()]).toEqual(['1', '检毕']);
    expect(await ordersOf(server).told('u-sampler')).toContain('样品 YP-BG-29 已出报告，其余检测任务已取消');
    await sealed();
    expect(await held()).toEqual(['留样', 1]);
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
    const none = { sealKinds: [], seal: '', sealDate: day(0) };
    expect(JSON.stringify((await decided('sealer', id, { ...none, printCopies: 1 })).data)).toContain('sealKinds');
    expect(await decided('sealer', id, { ...none, printCopies: 0 })).toMatchObject({ code: '1' });
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
          { field: 'flwState', op: 'in', value: ['1', '3', '4'] },
          { field: 'sealDate', op: 'notEmpty' },
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
    const { tester, values } = await lab.aboutRecord('合格');
    const { record, entrust } = values;
    const id = await approved({ entrust, reportKind: '汇总', sample: '', moreRecords: [record] });
    await business.agree(
      'reportData',
      id,
      'reporter',
      ['sealer', { sealKinds: ['检测专用章'], seal: await sealWith('YZ-JC-004'), printCopies: 1, sealDate: day(0) }],
      ['reception', { signer: '李工', signDate: day(0), signWay: '自取' }],
    );
    const old = (await (await business.at('reporter', 'reportData')).get(id)).data;
    const asked = modification(id, { newClientName: '中诚建设集团有限公司' });
    const first = storyOf(server, 'reportModify', await business.submit('reporter', 'reportModify', asked, change));
    const again = async () =>
      (await business.at('reviewer', 'reportModify')).run({ fieldsMap: asked, childTables: change } as never, 'submit');
    expect(await again()).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: expect.stringContaining('已有一份修改在办理'),
    });
    expect((await first.do('reporter', 'takeBackFlow')).code).toBe('1');
    const second = await again();
    expect([second.code, second.msg]).toEqual(['1', second.msg]);
    expect((await first.act('reporter', 'submit')).msg).toContain('已有一份修改在办理');
    // neither who applies for it nor who makes it checks it
    const story = storyOf(server, 'reportModify', second.data.id ?? '');
    expect(await decided('reporter', story.id, { checkNote: '情况属实' }, 'reportModify')).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: '申请人、修改人、检测人不能校核本次修改，请转办给其他校核人员',
    });
    // nor does somebody who tested one of the report's further records
    expect((await story.do('reporter', 'transfer', { userIds: [tester], opinion: '请校核' })).code).toBe('1');
    const byTester = await decided(tester.replace('u-', ''), story.id, { checkNote: '情况属实' }, 'reportModify');
    expect(byTester).toMatchObject({ code: 'EFFECT_REQUIRE', msg: '检测人不能校核本次修改，请转办给其他校核人员' });
    const handed = { userIds: ['u-lizhenhua'], opinion: '请校核' };
    expect((await story.do(tester.replace('u-', ''), 'transfer', handed)).code).toBe('1');
    await business.agree('reportModify', story.id, ['lizhenhua', { checkNote: '情况属实' }], 'approver', [
      'reporter',
      { newReportNo: 'BG-XG-1', originalsBack: '无法收回', doneDate: day(0) },
    ]);
    expect(await storyOf(server, 'reportData', id).state()).toBe('4');
    const [reissued] = await found('reporter', 'reportData', 'reportNo', 'BG-XG-1');
    expect(reissued?.fieldsMap).toMatchObject({
      clientName: '中诚建设集团有限公司',
      projectName: old.fieldsMap['projectName'],
      replaces: id,
      moreRecords: [record],
    });
    const { data } = await (await business.at('reporter', 'reportData')).get(reissued?.id ?? '');
    const sent = await (
      await business.at('reporter', 'reportData')
    ).run({ ...data, childTables: row('合格') } as never, 'submit');
    expect(sent.msg).toContain('成功');
    expect(sent.data.fieldsMap['clientName']).toBe('中诚建设集团有限公司');
  });
});
