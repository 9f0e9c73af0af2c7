import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyOf } from '../approval/story.ts';
import { businessOf, day, type Values } from '../support/business.ts';
import type { Saved } from '../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;
beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
});
afterAll(() => server.dispose());

const device = (deviceNo: string, more: Values = {}): Promise<string> =>
  business.save('device', 'deviceList', {
    deviceNo,
    deviceName: '压力试验机',
    deviceKind: 'mechanics',
    deviceState: 'stopped',
    buyDate: '2014-01-01',
    originalValue: 1000,
    depreciation: 950,
    useDeptId: 'dept-cl',
    keeper: 'u-tester',
    ...more,
  });
const stateOf = async (id: string): Promise<unknown> =>
  (await (await business.at('device', 'deviceList')).get(id)).data.fieldsMap['deviceState'];
const row = (id: string, deviceNo: string, of: string): Values => ({
  id,
  fieldsMap: {
    device: of,
    deviceNo,
    deviceName: '压力试验机',
    deviceKind: 'mechanics',
    buyDate: '2014-01-01',
    originalValue: 1000,
    depreciation: 950,
    deviceState: 'stopped',
    scrapReason: 'expired',
    keeper: 'u-tester',
  },
});
const application = (...rows: Values[]): never =>
  ({
    fieldsMap: {
      applicantId: 'u-staff',
      applyDeptId: 'dept-cl',
      applyDate: day(0),
      scrapTitle: '试验机报废',
      scrapNote: '使用年限已满',
    },
    childTables: { devices: rows },
  }) as never;

/** Agrees as this person, with values of the form and of the rows of devices. */
const agree = async (account: string, id: string, fields: Values = {}, cells: Record<string, Values> = {}) => {
  const records = await business.at(account, 'scrapDevice');
  const { revision, fieldsMap, childTables } = (await records.get(id)).data;
  const devices = childTables['devices']?.map((one) => ({
    ...one,
    fieldsMap: { ...one.fieldsMap, ...cells[one.id] },
  }));
  return records.run(
    { id, revision, fieldsMap: { ...fieldsMap, ...fields }, childTables: { devices } } as never,
    'approve',
    { opinion: '同意' },
  );
};

describe('an application to scrap devices', () => {
  it('takes what it says of a device from the register, and no device twice', async () => {
    const own = await device('BF-001');
    const staff = await business.at('staff', 'scrapDevice');
    const other = await staff.run(application(row('r1', 'HZ-SB-2016-012', own)), 'submit');
    expect(JSON.stringify(other)).toContain('deviceNo');
    const first = await staff.run(application(row('r1', 'BF-001', own)), 'submit');
    expect(first.msg).toContain('成功');
    const second = await staff.run(application(row('r1', 'BF-001', own)), 'submit');
    expect(second).toMatchObject({ code: 'EFFECT_REQUIRE', msg: expect.stringContaining('已在另一份报废申请中办理') });
    // as the message says: the other one is taken back, and then stands behind this one
    const story = storyOf(server, 'scrapDevice', first.data.id ?? '');
    expect((await story.do('staff', 'takeBackFlow')).code).toBe('1');
    expect(await staff.run(application(row('r1', 'BF-001', own)), 'submit')).toMatchObject({ code: '1' });
    expect((await story.act('staff', 'submit')).msg).toContain('已在另一份报废申请中办理');
    const scrapped = await device('BF-002', { deviceState: 'scrapped' });
    const late = await staff.run(application(row('r1', 'BF-002', scrapped)), 'submit');
    expect(late.code).not.toBe('1');
  });

  it('takes a device out of use when it is found fit for scrapping, gives it back when it is returned, and disposes of no other', async () => {
    const [old, spare] = [await device('BF-003', { deviceState: 'using' }), await device('BF-004')];
    const staff = await business.at('staff', 'scrapDevice');
    const using = { ...(row('r1', 'BF-003', old)['fieldsMap'] as Values), deviceState: 'using' };
    const sent = await staff.run(application({ id: 'r1', fieldsMap: using }, row('r2', 'BF-004', spare)), 'submit');
    expect([sent.msg, sent.code]).toEqual([sent.msg, '1']);
    const id = sent.data.id ?? '';
    const story = storyOf(server, 'scrapDevice', id);
    const [head = ''] = await story.holders();
    const examined = { expertOpinion: '一台无修复价值，一台转为备件' };
    const found = { r1: { conclusion: 'scrap' }, r2: { conclusion: 'spare' } };
    expect((await agree(head, id)).code).toBe('1');
    expect((await agree('device', id, examined, found)).code).toBe('1');
    expect([await stateOf(old), await stateOf(spare)]).toEqual(['scrapping', 'stopped']);
    expect((await story.act('finance', 'return', { target: 'expert', opinion: '请补充鉴定' })).code).toBe('1');
    expect(await stateOf(old)).toBe('using');
    expect((await agree('device', id, examined, found)).code).toBe('1');
    expect((await agree('finance', id, { writeOffNo: '记-26001', writeOffDate: day(0) })).code).toBe('1');
    const disposing = { disposeDate: day(0) };
    expect(JSON.stringify(await agree('device', id, disposing))).toContain('disposal');
    expect((await agree('device', id, disposing, { r1: { disposal: 'recycle' } })).code).toBe('1');
    expect([await stateOf(old), await stateOf(spare), await story.state()]).toEqual(['scrapped', 'stopped', '3']);
    const { fieldsMap } = (await staff.get(id)).data;
    expect([fieldsMap['scrapCount'], fieldsMap['scrapNet'], fieldsMap['totalNet']].map(Number)).toEqual([1, 50, 100]);
  });

  it('is not ended while the device is lent, and a device that is given back broken stays out of use', async () => {
    const own = await device('BF-006', { deviceState: 'using' });
    const keeper = await business.as('device');
    const press = (action: string, fields: Values): Promise<{ code: string }> =>
      keeper.post('/api/system/frmCrud/action/deviceList', {
        action,
        ids: [own],
        dialog: { fieldsMap: fields, childTables: {} },
      });
    expect((await press('handOut', { borrower: 'u-tester', dueBack: day(3) })).code).toBe('1');
    const staff = await business.at('staff', 'scrapDevice');
    const cells = { ...(row('r1', 'BF-006', own)['fieldsMap'] as Values), deviceState: 'using' };
    const sent = await staff.run(application({ id: 'r1', fieldsMap: cells }), 'submit');
    const id = sent.data.id ?? '';
    const [head = ''] = await storyOf(server, 'scrapDevice', id).holders();
    expect((await agree(head, id)).code).toBe('1');
    const examined = { expertOpinion: '无修复价值' };
    expect((await agree('device', id, examined, { r1: { conclusion: 'scrap' } })).code).toBe('1');
    expect((await agree('finance', id, { writeOffNo: '记-26002', writeOffDate: day(0) })).code).toBe('1');
    const dispose = () => agree('device', id, { disposeDate: day(0) }, { r1: { disposal: 'recycle' } });
    expect((await dispose()).msg).toContain('尚未归还');
    expect((await press('giveBack', { condition: 'broken' })).code).toBe('1');
    expect(await stateOf(own)).toBe('scrapping');
    expect((await dispose()).code).toBe('1');
    expect(await stateOf(own)).toBe('scrapped');
  });

  it('gives back a device that was chosen while another application had taken it out of use', async () => {
    const own = await device('BF-005', { deviceState: 'using' });
    const staff = await business.at('staff', 'scrapDevice');
    const ofState = (deviceState: string): never => {
      const cells = { ...(row('r1', 'BF-005', own)['fieldsMap'] as Values), deviceState };
      return application({ id: 'r1', fieldsMap: cells });
    };
    const found = async (sent: Saved) => {
      expect([sent.code, sent.msg]).toEqual(['1', sent.msg]);
      const story = storyOf(server, 'scrapDevice', sent.data.id ?? '');
      const [head = ''] = await story.holders();
      expect((await agree(head, story.id)).code).toBe('1');
      const examined = { expertOpinion: '无修复价值' };
      expect((await agree('device', story.id, examined, { r1: { conclusion: 'scrap' } })).code).toBe('1');
      expect(await stateOf(own)).toBe('scrapping');
      return story;
    };
    const first = await found(await staff.run(ofState('using'), 'submit'));
    const draft = (await staff.save(ofState('scrapping'))).data;
    expect((await first.act('finance', 'return', { target: 'apply', opinion: '暂不报废' })).code).toBe('1');
    expect(await stateOf(own)).toBe('using');
    const second = await found(await staff.run(draft as never, 'submit'));
    expect((await second.act('finance', 'return', { target: 'apply', opinion: '暂不报废' })).code).toBe('1');
    expect(await stateOf(own)).toBe('using');
  });
});

interface Result {
  figures: { key: string }[];
  rows: { values: (string | null)[] }[];
}
/** Figures of a dataset over all records, by their keys. */
const figures = async (datasetKey: string, params: object = {}): Promise<Record<string, number>> => {
  const { data } = await (
    await business.as('admin')
  ).post<Result[]>('/api/system/dataset/run', { questions: [{ datasetKey, params, by: [] }] });
  const [answer] = data;
  return Object.fromEntries(answer?.figures.map(({ key }, at) => [key, Number(answer.rows[0]?.values[at])]) ?? []);
};

describe('the boards', () => {
  it('count no device that is scrapped, and none out of use as due for calibration', async () => {
    const before = await figures('kanban/devices');
    await device('BF-010', { deviceState: 'scrapped', validUntil: day(-100) });
    await device('BF-011', { deviceState: 'sealed', validUntil: day(20) });
    await device('BF-012', { deviceState: 'using', validUntil: day(20) });
    const after = await figures('kanban/devices');
    const more = (key: string): number => (after[key] ?? 0) - (before[key] ?? 0);
    expect(['count', 'all', 'original', 'expiring', 'expired'].map(more)).toEqual([2, 3, 2000, 1, 0]);
  });

  it('count no cancelled task as open or late', async () => {
    const before = await figures('production/tasks', { due: [day(-400), day(-390)] });
    const [sample] = (await (await business.at('tester', 'sampleInfo')).list({})).data.data;
    const task = (): Promise<string> =>
      business.save('dengguoqiang', 'testTask', {
        sample: sample?.id,
        item: 'itemConfig-0001',
        quantity: 1,
        tester: 'u-tester',
        planDate: day(-396),
        dueDate: day(-395),
        urgency: '一般',
        taskState: '待检',
      });
    const [cancelled] = [await task(), await task()];
    const press = await (
      await business.as('dengguoqiang')
    ).post('/api/system/frmCrud/action/testTask', {
      action: 'cancel',
      ids: [cancelled],
      dialog: { fieldsMap: { reason: '委托方撤回' }, childTables: {} },
    });
    expect(press.code).toBe('1');
    const after = await figures('production/tasks', { due: [day(-400), day(-390)] });
    const more = (key: string): number => (after[key] ?? 0) - (before[key] ?? 0);
    expect(['count', 'all', 'open', 'late'].map(more)).toEqual([1, 2, 1, 1]);
  });

  it('count every report and order under way and every running project, whenever it was tested or signed', async () => {
    const all = await figures('production/reports', { period: null });
    expect(all['open']).toBeGreaterThan(0);
    expect((await figures('production/reports', { period: [day(-800), day(-400)] }))['open']).toBe(0);
    expect((await figures('kanban/entrust', { period: null }))['running']).toBeGreaterThan(0);
    expect((await figures('reportManagement/unqualifiedLines', { period: null }))['count']).toBeGreaterThan(0);
    const running = (await figures('officialDocument/projects', { period: null }))['running'] ?? 0;
    expect(running).toBeGreaterThan(
      (await figures('officialDocument/projects', { period: [day(-5), day(0)] }))['running'] ?? 0,
    );
  });

  it('count the failures of batches among those that were judged', async () => {
    const period = { period: [day(-800), day(0)] };
    const { fail = 0, judged = 0, batches = 0, failRate } = await figures('kanban/entrustSamples', period);
    expect(judged).toBeGreaterThan(0);
    expect(judged).toBeLessThan(batches);
    expect(failRate).toBeCloseTo(fail / judged, 3);
    expect((await figures('kanban/entrust', period))['fail']).toBe(fail);
  });
});

describe('an inspection of lifting equipment', () => {
  const task = (conclusion: string, ...verdicts: string[]): never =>
    ({
      fieldsMap: {
        recordNo: `QZ-${conclusion}-${verdicts.length}`,
        useUnit: '江城云帆置业公司',
        place: '1 号楼',
        inspectKind: '定期检验',
        inspectDate: day(-2),
        inspector: 'u-staff',
        conclusion,
      },
      childTables: {
        items: verdicts.map((verdict, index) => ({
          id: `r${index}`,
          fieldsMap: { item: '技术资料', result: '见记录', verdict },
        })),
      },
    }) as never;

  it('passes nothing that failed, and the report says what the record says', async () => {
    for (const kind of ['elevator', 'crane']) {
      const records = await business.at('staff', `${kind}Task`);
      expect(JSON.stringify(await records.save(task('合格')))).toContain('items');
      expect(await records.save(task('合格', '合格', '不合格'))).toMatchObject({
        code: 'EFFECT_REQUIRE',
        msg: '检验项目中有不合格项，检验结论不能为“合格”，请核对结论',
      });
      const saved = await records.save(task('不合格', '合格', '不合格'));
      expect(saved.msg).toContain('成功');
      const begun = await business.begun('staff', `${kind}Report`, `${kind}Task`, saved.data.id ?? '');
      expect(begun).toMatchObject({ conclusion: '不合格', useUnit: '江城云帆置业公司' });
      const reports = await business.at('staff', `${kind}Report`);
      const report = { ...begun, reportNo: `BG-${kind}`, reportDate: day(0), writer: 'u-staff', opinion: '请整改' };
      const wrong = await reports.save({ fieldsMap: { ...report, conclusion: '合格', nextDate: day(300) } } as never);
      expect(JSON.stringify(wrong)).toContain('conclusion');
      expect(JSON.stringify(await reports.save({ fieldsMap: { ...report, task: '' } } as never))).toContain('task');
      expect((await reports.save({ fieldsMap: report } as never)).msg).toContain('成功');
    }
  });

  it('is read by who did it, and its report is written and kept by report clerks', async () => {
    for (const kind of ['elevator', 'crane']) {
      const { fieldsMap, childTables } = task('合格', '合格') as { fieldsMap: Values; childTables: Values };
      const entered = { ...fieldsMap, recordNo: `QZ-DJ-${kind}`, inspector: 'u-dongzhiyong' };
      const saved = await (
        await business.at('staff', `${kind}Task`)
      ).save({ fieldsMap: entered, childTables } as never);
      const id = saved.data.id ?? '';
      expect((await (await business.at('dongzhiyong', `${kind}Task`)).get(id)).code).toBe('1');
      const clerk = await business.at('xiaojing', `${kind}Report`);
      const of = {
        task: id,
        recordNo: entered.recordNo,
        useUnit: '江城云帆置业公司',
        place: '1 号楼',
        conclusion: '合格',
      };
      const report = { ...of, reportDate: day(0), nextDate: day(300), writer: 'u-xiaojing' };
      expect(await clerk.save({ fieldsMap: { ...report, reportNo: `BG-X-${kind}` } } as never)).toMatchObject({
        code: '1',
      });
      const other = await business.save('staff', `${kind}Report`, { ...report, reportNo: `BG-Y-${kind}` });
      const { data } = await clerk.get(other);
      const kept = await clerk.save({ ...data, fieldsMap: { ...data.fieldsMap, opinion: '准予使用' } } as never);
      expect(kept).toMatchObject({ code: '1' });
    }
  });
});
