import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { startTestServer, type Answer, type TestServer } from '../support.ts';

let server: TestServer;
let business: ReturnType<typeof businessOf>;

const asked = (amount: number, more: Values = {}): Values => ({
  applicantId: 'u-liusiyu',
  applyDeptId: 'dept-jy',
  applyDate: day(0),
  bidProjectName: '江城云帆大厦第三方检测',
  bidNo: 'JCZB-2026-9001',
  tenderer: '江城云帆置业公司',
  bidWay: 'open',
  bidDomain: 'structure',
  openTime: `${day(20)} 09:00:00`,
  payDeadline: `${day(18)} 17:00:00`,
  estimate: 5_000_000,
  projectManager: 'u-pm',
  amount,
  payMode: 'transfer',
  payeeName: '江城招标代理公司',
  payeeBank: '建设银行江城支行',
  payeeAccount: '6200000000000001',
  expectRefundDate: day(50),
  ...more,
});

async function uploaded(account: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.4\n%%EOF\n']), '回单.pdf');
  const { data } = await (await business.as(account)).post<{ id: string }>('/api/file/sys/file/upload', form);
  return data.id;
}

const state = async (id: string): Promise<unknown> =>
  (await (await business.at('finance', 'earnestMoney')).get(id)).data.fieldsMap['earnestState'];
async function approve(account: string, id: string, more: Values): Promise<Answer> {
  const records = await business.at(account, 'earnestMoney');
  const { revision, fieldsMap, childTables } = (await records.get(id)).data;
  const record = { id, revision, fieldsMap: { ...fieldsMap, ...more }, childTables };
  return records.run(record as never, 'approve', { opinion: '同意' });
}
const paid = { payDate: day(0), payVoucherNo: '付-2600001' };
const back = { bidResult: 'lost', refundKind: '退回', refundDate: day(0) };

/** A deposit that finance has paid. */
async function paidDeposit(amount: number): Promise<string> {
  const id = await business.submit('liusiyu', 'earnestMoney', asked(amount));
  await business.agree('earnestMoney', id, 'leader', ['finance', paid]);
  return id;
}
/** A figure of what is out. */
async function out(key: string): Promise<number> {
  const { data } = await (
    await business.as('admin')
  ).post<{ figures: { key: string }[]; rows: { values: (string | null)[] }[] }[]>('/api/system/dataset/run', {
    questions: [{ datasetKey: 'bidding/deposits', by: [], figures: [key], params: {} }],
  });
  return Number(data[0]?.rows[0]?.values[data[0].figures.findIndex((one) => one.key === key)] ?? 0);
}

beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
});
afterAll(() => server?.dispose());

describe('the deposit of a bid', () => {
  it('is paid when finance has paid it, and returned when finance has the money back', async () => {
    const id = await business.submit('liusiyu', 'earnestMoney', asked(50_000));
    await business.agree('earnestMoney', id, 'leader');
    expect(await state(id)).toBe('pending');
    await business.agree('earnestMoney', id, ['finance', paid]);
    expect(await state(id)).toBe('paid');
    // the leader of the project reads what is out for it
    expect((await (await business.at('pm', 'earnestMoney')).get(id)).code).toBe('1');

    expect((await approve('liusiyu', id, { ...back, refundAmount: 500_000 })).msg).toContain('不能超过保证金 50000');
    expect((await approve('liusiyu', id, { ...back, refundAmount: 0, deductReason: '无' })).msg).toContain('不予退还');
    expect((await approve('liusiyu', id, { ...back, refundDate: day(-1), refundAmount: 50_000 })).code).toBe(
      'RECORD_INVALID',
    );
    expect((await approve('liusiyu', id, { ...back, refundAmount: 50_000 })).code).toBe('1');
    expect(await state(id)).toBe('paid');
    // finance confirms with the note of the bank
    expect((await approve('finance', id, {})).code).toBe('RECORD_INVALID');
    expect((await approve('finance', id, { refundVoucher: await uploaded('finance') })).code).toBe('1');
    expect(await state(id)).toBe('refunded');
  });

  it('that becomes a performance bond, or is lost, says so', async () => {
    const bond = await paidDeposit(30_000);
    const kept = { ...back, bidResult: 'won', refundKind: '转履约保证金', refundAmount: 30_000 };
    await business.agree('earnestMoney', bond, ['liusiyu', kept], 'finance');
    expect(await state(bond)).toBe('converted');
    const lost = await paidDeposit(20_000);
    const none = { ...back, bidResult: 'abandoned', refundKind: '不予退还', deductReason: '放弃中标' };
    expect((await approve('liusiyu', lost, { ...none, refundAmount: 1 })).msg).toContain('应填 0');
    await business.agree('earnestMoney', lost, ['liusiyu', { ...none, refundAmount: 0 }], 'finance');
    expect(await state(lost)).toBe('forfeited');
  });

  it('that was an insurance ends without money, and is no money that is out', async () => {
    const [all, cash] = [await out('amount'), await out('cash')];
    const period = [day(0), day(120)];
    const insured = {
      payMode: 'insurance',
      guarantor: '江城财产保险公司',
      guaranteePeriod: period,
      guaranteeFee: 1200,
    };
    const id = await business.submit('liusiyu', 'earnestMoney', asked(40_000, insured));
    await business.agree('earnestMoney', id, 'leader', ['finance', paid]);
    expect([await out('amount'), await out('cash')]).toEqual([all + 40_000, cash]);
    expect((await approve('liusiyu', id, { ...back, refundAmount: 40_000 })).msg).toContain('应填 0');
    await business.agree('earnestMoney', id, ['liusiyu', { ...back, refundAmount: 0 }], 'finance');
    expect(await state(id)).toBe('refunded');
    const { fieldsMap } = (await (await business.at('finance', 'earnestMoney')).get(id)).data;
    expect(fieldsMap['deductAmount']).toBe(0);
  });

  it('is late until finance has the money, whatever was registered', async () => {
    const before = await out('late');
    const old = { applyDate: day(-60), payDeadline: `${day(-42)} 17:00:00`, openTime: `${day(-40)} 09:00:00` };
    const id = await business.submit('liusiyu', 'earnestMoney', asked(7000, { ...old, expectRefundDate: day(-5) }));
    await business.agree('earnestMoney', id, 'leader', ['finance', paid]);
    await business.agree('earnestMoney', id, ['liusiyu', { ...back, refundAmount: 7000 }]);
    expect(await out('late')).toBe(before + 7000);
    await business.agree('earnestMoney', id, ['finance', { refundVoucher: await uploaded('finance') }]);
    expect(await out('late')).toBe(before);
    // nobody is offered a state that nothing sets any more
    const { data: states } = await (
      await business.as('finance')
    ).get<{ dictValue: string }[]>('/api/system/sys/dictItem/getDictItemByTypeCode?typeCode=earnestState');
    expect(states.map(({ dictValue }) => dictValue)).toEqual(['pending', 'paid', 'refunded', 'converted', 'forfeited']);
  });

  it('is neither due after the opening nor expected back before it', async () => {
    const records = await business.at('liusiyu', 'earnestMoney');
    const submit = (more: Values): Promise<Answer> => records.run({ fieldsMap: asked(1_000, more) } as never, 'submit');
    expect((await submit({ payDeadline: `${day(20)} 17:00:00` })).code).toBe('RECORD_INVALID');
    expect((await submit({ expectRefundDate: day(10) })).code).toBe('RECORD_INVALID');
  });
});
