import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { businessOf, day, type Values } from '../support/business.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Lines {
  heads: { key: string }[];
  figures: { key: string }[];
  rows: { cells: { value: string | null }[]; values: (string | null)[] }[];
  sums: (string | null)[];
}

let server: TestServer;
let business: ReturnType<typeof businessOf>;
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
      ['waiting', 'days90', 'days180', 'days365', 'older'].map((key) => figure('ledgerCentre/ageing', key, {})),
    );
    const all = await figure('ledgerCentre/ageing', 'unpaid', {});
    expect(all).toBeGreaterThan(0);
    expect(parts.reduce((sum, one) => sum + one, 0)).toBeCloseTo(all, 2);
  });
});
