import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { contractsOf } from '../support/contracts.ts';
import { startTestServer, type Answer, type TestServer } from '../support.ts';

const FORM = 'businessSealApply';
let server: TestServer;
let business: ReturnType<typeof businessOf>;
let id = '';

/** A step of the process that may be refused: what the person writes into the record and into its files, by row id. */
async function step(account: string, fields: Values, files: Readonly<Record<string, Values>>): Promise<Answer> {
  const records = await business.at(account, FORM);
  const { revision, fieldsMap, childTables } = (await records.get(id)).data;
  const sealFiles = (childTables['sealFiles'] ?? []).map((row) => ({
    ...row,
    fieldsMap: { ...row.fieldsMap, ...files[row.id] },
  }));
  const record = { id, revision, fieldsMap: { ...fieldsMap, ...fields }, childTables: { sealFiles } };
  return records.run(record as never, 'approve', { opinion: '同意' });
}
const giveBack = async (account: string, returnDate: string): Promise<Answer> =>
  (await business.as(account)).post(`/api/system/frmCrud/action/${FORM}`, {
    action: 'giveBack',
    ids: [id],
    dialog: { fieldsMap: { returnDate }, childTables: {} },
  });
const file = (rowId: string, fileName: string, copies: number) => ({
  id: rowId,
  fieldsMap: { fileName, fileType: 'letter', sealType: 'company', copies },
});

beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
});
afterAll(() => server?.dispose());

describe('a seal that leaves the office with files of which one was struck', () => {
  it('counts what the department leader approved, none of the struck file', async () => {
    id = await business.submit(
      'staff',
      FORM,
      {
        applicantId: 'u-staff',
        applyDeptId: 'dept-jy',
        applyUnitId: 'unit-jc',
        applyDate: day(0),
        sealTitle: '外借公章',
        useWay: 'lend',
        lendPeriod: [day(0), day(1)],
        lendPlace: '开标室',
        lendSupervisor: 'u-yangfan',
        sealReason: '开标现场用印',
      },
      { sealFiles: [file('a', '投标函', 2), file('b', '说明', 3), file('c', '授权委托书', 1)] },
    );
    expect((await step('leader', {}, { a: { approvedCopies: 20 } })).msg).toContain('审批份数超过申请份数');
    expect(await step('leader', {}, { c: { approvedCopies: 0 } })).toMatchObject({ code: '1' });
    expect((await (await business.at('staff', FORM)).get(id)).data.fieldsMap).toMatchObject({ totalApproved: 5 });
    expect(await step('manager', {}, {})).toMatchObject({ code: '1' });
  });

  it('is sealed no more often than approved, by a seal of the unit that applied', async () => {
    const used = { registerNo: 'YY-2026-9100', finishDate: day(0) };
    const own = { seal: 'sealImpressionInfo-0001' };
    const tooMany = await step('sealer', used, { a: { ...own, actualCopies: 20 }, b: own });
    expect([tooMany.code, tooMany.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('超过审批份数')]);
    const without = await step('sealer', used, { a: own });
    expect([without.code, without.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('选择所用印章')]);
    const wrong = await step('sealer', used, { a: { seal: 'sealImpressionInfo-0010' }, b: own });
    expect(wrong.data).toMatchObject({ problems: [{ path: ['childTables', 'sealFiles', 0, 'fieldsMap', 'seal'] }] });
    expect(await step('sealer', used, { a: { ...own, actualCopies: 1 }, b: own })).toMatchObject({
      code: '1',
      msg: expect.any(String) as string,
    });
    expect((await (await business.at('staff', FORM)).get(id)).data.fieldsMap).toMatchObject({ totalActual: 4 });
    const { data } = await (await business.at('sealer', 'sealDetails')).list({ apply: id });
    expect(
      data.data.map(({ fieldsMap: { fileName, copies } }) => `${fileName as string} ${copies as number}`).sort(),
    ).toEqual(['投标函 1', '说明 3']);
  });

  it('is registered as returned by a seal keeper, once', async () => {
    expect((await giveBack('leader', day(0))).code).toBe('403');
    expect((await giveBack('sealer', day(1))).code).toBe('EFFECT_REQUIRE');
    expect(await giveBack('sealer', day(0))).toMatchObject({ code: '1' });
    expect((await (await business.at('staff', FORM)).get(id)).data.fieldsMap).toMatchObject({ returnDate: day(0) });
    expect((await giveBack('sealer', day(0))).code).toBe('ACTION_WHEN');
  });
});

describe('what the only seal keeper applies for', () => {
  it('is sealed by their leader, who finds the seals, on a day since the application', async () => {
    id = await business.submit(
      'sealer',
      FORM,
      {
        applicantId: 'u-sealer',
        applyDeptId: 'dept-zh',
        applyUnitId: 'unit-jc',
        applyDate: day(0),
        sealTitle: '综合管理部致物业公司的函',
        useWay: 'onsite',
        sealReason: '停车位续租',
      },
      { sealFiles: [file('a', '函', 2)] },
    );
    expect(await step('gaojianping', {}, {})).toMatchObject({ code: '1' });
    const used = { registerNo: 'YY-2026-9101', finishDate: day(0) };
    const own = { a: { seal: 'sealImpressionInfo-0001' } };
    const bySelf = await step('sealer', used, own);
    expect([bySelf.code, bySelf.msg]).toEqual(['EFFECT_REQUIRE', expect.stringContaining('部门负责人')]);
    const keeper = await business.as('sealer');
    const handed = { formKey: FORM, recordId: id, userIds: ['u-gaojianping'] };
    expect(await keeper.post('/api/task/flow/process/transfer', handed)).toMatchObject({ code: '1' });
    for (const date of [day(-1), day(1)])
      expect((await step('gaojianping', { ...used, finishDate: date }, own)).msg).toContain('用印日期');
    expect((await step('gaojianping', used, { a: { ...own.a, sealDate: day(-1) } })).msg).toContain('用印日期');
    expect(await step('gaojianping', used, own)).toMatchObject({ code: '1' });
    // the division leader finds those of all departments, an employee none
    const seals = await (await business.at('manager', 'sealImpressionInfo')).list();
    expect(seals.data.page.total).toBeGreaterThanOrEqual(12);
    expect((await (await business.at('yangfan', 'sealImpressionInfo')).list()).data?.data ?? []).toEqual([]);
  });
});

describe('the seals of a contract', () => {
  const uploaded = async (account: string): Promise<string> => {
    const data = new FormData();
    data.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), '合同.pdf');
    return (await (await business.as(account)).post<{ id: string }>('/api/file/sys/file/upload', data)).data.id;
  };
  const applied = async (contract: string, more: Values): Promise<string> => {
    const seal = await business.submit('sales', 'contractSeal', {
      ...(await business.begun('sales', 'contractSeal', 'contractLedger', contract)),
      applicant: 'u-sales',
      deptId: 'dept-jy',
      unitId: 'unit-jc',
      applyDate: day(0),
      mail: '当面递交',
      files: await uploaded('sales'),
      ...more,
    });
    await business.agree('contractSeal', seal, 'leader', 'manager');
    return seal;
  };

  it('are of the company that signs, each of another kind, and the originals are due when it was agreed', async () => {
    const office = contractsOf(business);
    const contract = await office.signed('我方先盖');
    const more = { seals: ['公司公章', '法定代表人章'], isFirst: '我方先盖', returnDate: day(30) };
    const seal = await applied(contract, more);
    const second = await business.save('sealer', 'sealImpressionInfo', {
      sealNo: 'YZ-JC-090',
      sealName: '公章（二）',
      sealType: 'company',
      unitId: 'unit-jc',
      enableDate: day(-10),
      sealState: '在用',
      keeperId: 'u-sealer',
    });
    const [company, legal, otherCompany] = ['0001', '0002', '0010'].map((no) => `sealImpressionInfo-${no}`);
    const scan = await uploaded('sealer');
    const pass = (values: Values) =>
      office.agreement('sealer', 'contractSeal', seal, { sealDate: day(0), scan, ...values });
    expect((await pass({ seal: otherCompany, moreSeals: [legal] })).code).toBe('RECORD_INVALID');
    expect((await pass({ seal: company, moreSeals: [second] })).msg).toContain('申请了法定代表人章');
    expect((await pass({ seal: company, moreSeals: [legal, second] })).msg).toContain('每种印章只登记一枚');
    expect(await pass({ seal: company, moreSeals: [legal] })).toMatchObject({ code: '1' });
    expect(await office.contract(contract)).toMatchObject({ originalsDue: day(30), originalsOut: 4 });

    const back = await office.signed('对方已盖');
    const last = await applied(back, { seals: ['合同专用章'], isFirst: '对方已盖' });
    const values = { seal: 'sealImpressionInfo-0003', sealDate: day(0), scan: await uploaded('sealer') };
    expect(await office.agreement('sealer', 'contractSeal', last, values)).toMatchObject({ code: '1' });
    expect(await office.contract(back)).toMatchObject({ originalsOut: 0, originalsBackDate: day(0) });
  });
});

describe('the register of seals', () => {
  it('is kept by the keepers of single seals too, of their own alone', async () => {
    const entry = (sealId: string): Values => ({
      sealId,
      fileName: '付款说明',
      applicantId: 'u-staff',
      copies: 1,
      sealDate: day(0),
      handler: 'u-maguixiang',
    });
    const keeper = await business.at('maguixiang', 'sealDetails');
    expect(await keeper.save({ fieldsMap: entry('sealImpressionInfo-0008') } as never)).toMatchObject({ code: '1' });
    expect((await keeper.save({ fieldsMap: entry('sealImpressionInfo-0001') } as never)).code).toBe('RECORD_INVALID');
  });
});
