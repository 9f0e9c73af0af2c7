import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExactSum } from '../../../src/domain/exactSum.ts';
import { catalogue, datasetFile, datasetsOf } from '../../support/catalogue.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Result {
  datasetKey: string;
  figures: { key: string; isMeasure: boolean }[];
  rows: { values: (string | null)[] }[];
  error?: { code: string; msg: string };
}
interface Behind {
  rows: { id: string; texts: Record<string, string> }[];
  figure: { value: string | null };
  page: { total: number };
}
const PAGE = 100;

/** Every dataset that a screen of the catalogue shows. */
const datasets = [...new Set(catalogue.flatMap(datasetsOf))].sort();

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

/** Every page of the records behind a figure, as their list shows them. */
async function recordsBehind(client: Client, datasetKey: string, figure: string): Promise<Behind> {
  const page = async (pageNum: number): Promise<Behind> =>
    (
      await client.post<Behind>('/api/system/dataset/records', {
        datasetKey,
        keys: {},
        figure,
        page: { pageNum, pageSize: PAGE },
      })
    ).data;
  const first = await page(1);
  const rows = [...first.rows];
  while (rows.length < first.page.total) {
    const next = await page(Math.floor(rows.length / PAGE) + 1);
    if (next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  return { ...first, rows };
}

const plain = (value: string | null | undefined): string => Number(value ?? 0).toFixed(6);

describe.each(['admin', 'leader', 'staff'])('figures of the catalogue for %s', (account) => {
  let client: Client;
  beforeAll(async () => {
    client = await server.api(account);
  });

  it.each(datasets)('each total of %s is the sum of the records that drill-down lists', async (datasetKey) => {
    const definition = datasetFile(datasetKey);
    const { data } = await client.post<Result[]>('/api/system/dataset/run', { questions: [{ datasetKey, by: [] }] });
    const answer = data[0] as Result;
    expect(answer.error).toBeUndefined();
    for (const [index, { key, isMeasure }] of answer.figures.entries()) {
      if (!isMeasure) continue;
      const total = answer.rows[0]?.values[index] ?? null;
      const behind = await recordsBehind(client, datasetKey, key);
      expect([key, behind.rows.length]).toEqual([key, behind.page.total]);
      expect([key, plain(behind.figure.value)]).toEqual([key, plain(total)]);
      const measure = definition.measures?.find((one) => one.key === key);
      // rows of a sub-table are counted by the server alone: their list shows the records they stand in
      if (definition.from.includes('.') || !measure) continue;
      if (measure['fn'] === 'count') expect([key, String(behind.page.total)]).toEqual([key, total ?? '0']);
      if (measure['fn'] !== 'sum' || !/^\w+$/.test(measure.of ?? '')) continue;
      const sum = createExactSum();
      for (const { texts } of behind.rows) sum.add(Number((texts[measure.of ?? ''] ?? '').replaceAll(',', '')));
      expect([key, plain(String(sum.value()))]).toEqual([key, plain(total)]);
    }
  });
});

it('people with fewer rights see less, and nobody sees more than an administrator', async () => {
  const count = async (account: string): Promise<number> => {
    const { data } = await (
      await server.api(account)
    ).post<Result[]>('/api/system/dataset/run', {
      questions: [{ datasetKey: 'kanban/people', by: [], figures: ['count'] }],
    });
    return Number(data[0]?.rows[0]?.values[0] ?? 0);
  };
  const [admin, leader, staff] = await Promise.all(['admin', 'leader', 'staff'].map(count));
  expect(admin).toBeGreaterThan(leader ?? 0);
  expect(leader).toBeGreaterThan(staff ?? 0);
});
