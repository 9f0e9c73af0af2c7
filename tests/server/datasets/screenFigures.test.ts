import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { valuesTable } from '../../../src/server/records/columns/recordSource.ts';
import { createExactSum } from '../../../src/domain/exactSum.ts';
import { catalogue, datasetFile, datasetsOf } from '../../support/catalogue.ts';
import { isLong } from '../../support/tier.ts';
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

type Row = Record<string, unknown>;

/** The rows of a sub-table as the documents of these records hold them, which no statistic reads. */
async function rowsOf(from: string, ids: readonly string[]): Promise<Row[]> {
  const [form = '', table = ''] = from.split('.');
  if (ids.length === 0) return [];
  const { rows } = await sql<{ child_tables: Record<string, { fieldsMap: Row }[]> }>`select child_tables
    from ${valuesTable(form)} where id in (${sql.join([...ids])})`.execute(server.context.db);
  return rows.flatMap(({ child_tables: tables }) => (tables[table] ?? []).map(({ fieldsMap }) => fieldsMap));
}

const sumOf = (values: readonly unknown[]): string => {
  const sum = createExactSum();
  for (const value of values) sum.add(Number(String(value ?? '').replaceAll(',', '')));
  return String(sum.value());
};

/** A measure over rows, counted by hand; null: it takes more of a row than a field. */
function byHand(rows: readonly Row[], { fn, of, where }: Record<string, unknown>): string | null {
  // `row.key == 'value'`, or several of these joined by ||
  const conditions = String(where ?? '')
    .split(' || ')
    .map((part) => /^row\.(\w+) == '([^']*)'$/.exec(part));
  const taken = conditions.every(Boolean)
    ? rows.filter((row) => conditions.some((condition) => row[condition?.[1] ?? ''] === condition?.[2]))
    : rows;
  if (fn === 'count' && of === undefined) return String(taken.length);
  const field = /^row\.(\w+)$/.exec(String(of))?.[1];
  if (field === undefined) return null;
  const values = taken.map((row) => row[field]).filter((value) => ![undefined, null, ''].includes(value as null));
  if (fn === 'sum') return sumOf(values);
  if (fn === 'distinct') return String(new Set(values.map(String)).size);
  return fn === 'avg' ? (Number(sumOf(values)) / values.length).toFixed(2) : null;
}

/** Usually each dataset is asked as one of them. */
const ACCOUNTS = ['admin', 'leader', 'staff'];
describe.each(ACCOUNTS)('figures of the catalogue for %s', (account) => {
  let client: Client;
  beforeAll(async () => {
    client = await server.api(account);
  });

  const asked = datasets.filter((_key, at) => isLong || ACCOUNTS[at % ACCOUNTS.length] === account);
  it.each(asked)('each total of %s is the sum of the records that drill-down lists', async (datasetKey) => {
    const definition = datasetFile(datasetKey);
    const { data } = await client.post<Result[]>('/api/system/dataset/run', { questions: [{ datasetKey, by: [] }] });
    const answer = data[0] as Result;
    expect(answer.error).toBeUndefined();
    const unchecked: string[] = [];
    for (const [index, { key, isMeasure }] of answer.figures.entries()) {
      if (!isMeasure) continue;
      const total = answer.rows[0]?.values[index] ?? null;
      const behind = await recordsBehind(client, datasetKey, key);
      expect([key, behind.rows.length]).toEqual([key, behind.page.total]);
      expect([key, plain(behind.figure.value)]).toEqual([key, plain(total)]);
      const measure = definition.measures?.find((one) => one.key === key);
      if (!measure) continue;
      if (definition.from.includes('.')) {
        const ids = [...new Set(behind.rows.map(({ id }) => id))];
        const isQueryables = measure['fn'] === 'distinct' && measure.of === 'id';
        const sum = isQueryables ? String(ids.length) : byHand(await rowsOf(definition.from, ids), measure);
        if (sum === null) unchecked.push(key);
        else expect([key, plain(sum)]).toEqual([key, plain(total)]);
        continue;
      }
      if (measure['fn'] === 'count') expect([key, String(behind.page.total)]).toEqual([key, total ?? '0']);
      if (measure['fn'] !== 'sum' || !/^[\w.]+$/.test(measure.of ?? '')) continue;
      const sum = sumOf(behind.rows.map(({ texts }) => texts[measure.of ?? '']));
      expect([key, plain(sum)]).toEqual([key, plain(total)]);
    }
    // every figure over rows is counted by hand
    expect(unchecked).toEqual([]);
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
