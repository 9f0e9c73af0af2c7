import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { contractsOf } from '../support/contracts.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Lines {
  heads: { key: string }[];
  figures: { key: string }[];
  rows: { cells: { value: string | null }[]; values: (string | null)[] }[];
  sums: (string | null)[];
}

let server: TestServer;
let business: ReturnType<typeof businessOf>;
let office: ReturnType<typeof contractsOf>;
let admin: Client;

async function lines(datasetKey: string, params: Values): Promise<Lines> {
  const answer = await admin.post<Lines>('/api/system/dataset/lines', {
    datasetKey,
    params,
    page: { pageNum: 1, pageSize: 50 },
  });
  expect([answer.code, answer.msg]).toEqual(['1', answer.msg]);
  return answer.data;
}
/** One number of a dataset, by the values of its parameters. */
async function figure(datasetKey: string, key: string, params: Values): Promise<number> {
  const { data } = await admin.post<
    { figures: { key: string }[]; rows: { values: (string | null)[] }[]; error?: unknown }[]
  >('/api/system/dataset/run', { questions: [{ datasetKey, by: [], figures: [key], params }] });
  const [answer] = data;
  expect(answer?.error).toBeUndefined();
  return Number(answer?.rows[0]?.values[answer.figures.findIndex((one) => one.key === key)] ?? 0);
}

beforeAll(async () => {
  server = await startTestServer();
  business = businessOf(server);
  office = contractsOf(business);
  admin = await server.api('admin');
});
afterAll(() => server?.dispose());

describe('the figures of money', () => {
  const report = (more: Values = {}) => ({
    costMonth: '2026-03',
    deptId: 'dept-jg',
    project: 'projectRegister-0001',
    reporter: 'u-finance',
    reportDate: '2027-01-06',
    revenue: 1_234.5,
    analysis: '正常',
    ...more,
  });
  const rows = {
    costItems: [
      { id: 'c1', fieldsMap: { costKind: '人工费', content: '工日', quantity: 1, price: 234.5, budget: 300 } },
    ],
  };

  it('show a cost in its month, whenever its sheet was written, and once', async () => {
    const before = await figure('ledgerCentre/revenueCost', 'cost', { period: ['2026-03-01', '2026-03-31'] });
    const records = await business.at('finance', 'costReport');
    const first = await records.save({ fieldsMap: report(), childTables: rows } as never);
    expect([first.code, first.msg]).toEqual(['1', first.msg]);
    expect(
      (await figure('ledgerCentre/revenueCost', 'cost', { period: ['2026-03-01', '2026-03-31'] })) - before,
    ).toBeCloseTo(234.5, 2);
    expect(await figure('ledgerCentre/revenueCost', 'cost', { period: ['2027-01-01', '2027-01-31'] })).toBe(0);
    const second = await records.save({ fieldsMap: report(), childTables: rows } as never);
    expect(second.code).toBe('RECORD_INVALID');
    expect(JSON.stringify(second.data)).toMatch(/2026-03 .*已存在/);
    // another contract of the same project has a report of its own
    const contracts = await (
      await business.at('finance', 'contractLedger')
    ).list({ conditions: [{ field: 'project', op: 'eq', value: 'projectRegister-0001' }] });
    const contract = contracts.data.data[0]?.id;
    const other = await records.save({ fieldsMap: report({ contract }), childTables: rows } as never);
    expect([other.code, other.msg]).toEqual(['1', other.msg]);
    const twice = await records.save({ fieldsMap: report({ contract }), childTables: rows } as never);
    expect(twice.code).toBe('RECORD_INVALID');
    // the leader of the department whose cost it is reads it, not that of whoever wrote it
    const leader = await business.at('hanlei', 'costReport');
    expect((await leader.get(first.data.id ?? '')).code).toBe('1');
  });

  it('add the amount of a contract nowhere once for each of its sheets', async () => {
    const period = { period: ['2020-01-01', '2030-12-31'] };
    for (const datasetKey of ['ledgerCentre/settlementLines', 'ledgerCentre/outputLines']) {
      const answer = await lines(datasetKey, period);
      expect(answer.rows.length).toBeGreaterThan(10);
      expect(answer.figures.map(({ key }) => key)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(contractAmount|before|after|rate)$/)]),
      );
      // each line still says them
      const place = answer.heads.findIndex(({ key }) => key === 'contractAmount');
      expect(Number(answer.rows[0]?.cells[place]?.value)).toBeGreaterThan(0);
      expect(answer.sums.length).toBe(answer.figures.length);
    }
  });

  it('show output in its month, whenever it was affirmed', async () => {
    const [year = 0, month = 0] = day(-100).split('-').map(Number);
    const first = `${day(-100).slice(0, 7)}-01`;
    const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    const { heads, rows } = await lines('ledgerCentre/outputLines', { period: [first, last] });
    const place = heads.findIndex(({ key }) => key === 'period');
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ cells }) => cells[place]?.value))).toEqual(new Set([first.slice(0, 7)]));
  });

  it('age a debt by the day on which it was to be paid', async () => {
    const parts = await Promise.all(
      ['waiting', 'days90', 'days180', 'days365', 'older', 'free'].map((key) => figure('ledgerCentre/ageing', key, {})),
    );
    const all = await figure('ledgerCentre/ageing', 'unpaid', {});
    expect(all).toBeGreaterThan(0);
    expect(parts.reduce((sum, one) => sum + one, 0)).toBeCloseTo(all, 2);
    expect(all).toBeCloseTo(await figure('ledgerCentre/receivable', 'due', {}), 2);
  });

  it('age no more than is owed where money came that names no settlement', async () => {
    const asked = async (): Promise<number[]> =>
      Promise.all([
        figure('ledgerCentre/receivable', 'due', {}),
        figure('ledgerCentre/ageing', 'unpaid', {}),
        figure('ledgerCentre/ageing', 'days90', {}),
        figure('ledgerCentre/ageing', 'free', {}),
      ]);
    const before = await asked();
    const contract = await office.signed('未对应回款');
    for (const amount of [20_000, 15_000]) await office.settled(contract, amount);
    await office.paid(contract, 25_000, { claimKind: '预付款' });
    const added = (await asked()).map((one, index) => one - (before[index] ?? 0));
    expect(added).toEqual([10_000, 10_000, 35_000, -25_000]);
  });

  it('count a contract without a project with the department that signed it, and an advance nowhere as owed', async () => {
    const dept = { dept: 'dept-zh' };
    const year = { period: [day(-100), day(10)], ...dept };
    const asked = [
      ['contractAmount', 'amount', year],
      ['contractAmount', 'unsettled', year],
      ['settlement', 'amount', year],
      ['settlementLines', 'unpaid', year],
      ['settlementItems', 'amount', year],
      ['received', 'amount', year],
      ['ageing', 'unpaid', dept],
      ['receivable', 'due', dept],
    ] as const;
    const all = (): Promise<number[]> =>
      Promise.all(asked.map(([name, key, params]) => figure(`ledgerCentre/${name}`, key, params)));
    const before = await all();
    const contract = await business.submit('sales', 'contractLedger', {
      contractNo: 'HT-框架',
      contractName: '年度检测框架协议',
      contractKind: '检测框架协议',
      customer: 'customerProfile-0001',
      counterparty: '江城建工',
      deptId: 'dept-zh',
      handler: 'u-sales',
      signDate: day(-90),
      startDate: day(-90),
      originalCopies: 0,
      amount: 100_000,
    });
    await office.review(contract);
    const settled = await office.settled(contract, 70_000);
    await office.paid(contract, 30_000, { claimKind: '预付款' });
    const added = (await all()).map((one, index) => one - (before[index] ?? 0));
    expect(added).toEqual([100_000, 30_000, 70_000, 70_000, 70_000, 30_000, 40_000, 40_000]);
    const set = await office.press('finance', 'projectSettlement', settled, 'offset', { total: 30_000 });
    expect(set.code).toBe('1');
    const more = (await all()).map((one, index) => one - (before[index] ?? 0));
    expect(more).toEqual([100_000, 30_000, 70_000, 40_000, 70_000, 30_000, 40_000, 40_000]);
    await office.paid(contract, 40_000, { settlement: settled });
    expect((await office.press('leader', 'contractLedger', contract, 'complete', { reason: '不再结算' })).code).toBe(
      '1',
    );
    expect((await all())[1]).toBe(before[1]);
  });

  it('keep an invoice in the month in which it was declared, and count the red one in its own', async () => {
    const settlement = await office.settled(await office.signed('红冲', { startDate: day(-200) }), 50_000);
    const issued = async (no: string, amount: number): Promise<string> => {
      const id = await business.submit('pm', 'invoice', {
        ...(await business.begun('pm', 'invoice', 'projectSettlement', settlement)),
        applicant: 'u-pm',
        deptId: 'dept-cl',
        applyDate: day(-70),
        invoiceKind: '电子普通发票',
        taxRate: '6%',
        amount,
      });
      const drawn = { invoiceNo: no, invoiceDate: day(-70), drawer: 'u-finance' };
      await business.agree('invoice', id, 'dengguoqiang', ['finance', drawn]);
      return id;
    };
    const then = { period: [day(-70), day(-70)] };
    const now = { period: [day(0), day(0)] };
    const [before, red] = [
      await figure('ledgerCentre/invoiced', 'amount', then),
      await figure('ledgerCentre/invoicedRed', 'amount', now),
    ];
    const [first, second] = [
      await issued('24322000000012345661', 20_000),
      await issued('24322000000012345662', 10_000.5),
    ];
    const turn = (id: string, redDate: string) =>
      office.press('finance', 'invoice', id, 'red', { redDate, reason: '对方退票', redNo: '24322000000012345663' });
    expect((await turn(first, day(0))).code).toBe('1');
    // in the same month it never was
    expect((await turn(second, day(-70))).code).toBe('1');
    expect((await figure('ledgerCentre/invoiced', 'amount', then)) - before).toBe(20_000);
    expect((await figure('ledgerCentre/invoicedRed', 'amount', now)) - red).toBe(20_000);
    expect(
      (await business.at('finance', 'projectSettlement').then((one) => one.get(settlement))).data.fieldsMap,
    ).toMatchObject({ invoicedAmount: 0 });
  });
});
