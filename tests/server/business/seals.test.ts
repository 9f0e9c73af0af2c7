import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
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
