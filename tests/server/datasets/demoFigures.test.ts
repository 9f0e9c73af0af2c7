import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { today } from '../../../src/domain/dates.ts';
import { namedPeriod } from '../../../src/domain/periods.ts';
import { isLong } from '../../support/tier.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Result {
  datasetKey: string;
  groups: { key: string }[];
  figures: { key: string; isMeasure: boolean }[];
  rows: { keys: string[]; values: (string | null)[] }[];
  total: number;
  error?: { code: string; msg: string };
}
interface Behind {
  rows: { id: string }[];
  figure: { value: string | null };
  page: { total: number };
}

let server: TestServer;
let keys: string[];
const people = new Map<string, Client>();
const run = async (client: Client, ...questions: object[]): Promise<Result[]> =>
  (await client.post<Result[]>('/api/system/dataset/run', { questions })).data;

/** Usually every dataset is asked by two people: by who may see all, and by one of the other two. */
const SHARES = ['admin', 'manager', 'staff'];
const keysOf = (name: string): string[] =>
  isLong || name === 'admin' ? keys : keys.filter((_key, place) => place % 2 === SHARES.indexOf(name) - 1);
/** What each person is answered over their datasets: asked once, for it takes long. */
const answers = new Map<string, Promise<Result[]>>();
const answersOf = (name: string): Promise<Result[]> => {
  const asked =
    answers.get(name) ?? run(people.get(name) as Client, ...keysOf(name).map((datasetKey) => ({ datasetKey })));
  answers.set(name, asked);
  return asked;
};

beforeAll(async () => {
  server = await startTestServer();
  for (const name of SHARES) people.set(name, await server.api(name));
  const documents = await server.context.db
    .selectFrom('doc_document')
    .select('doc_key')
    .where('kind', '=', 'dataset')
    .where('published_version', 'is not', null)
    .orderBy('doc_key')
    .execute();
  keys = documents.map(({ doc_key: key }) => key);
});
afterAll(() => server.dispose());

/** The same number, however many zeros stand behind the point. */
const plain = (value: string | null | undefined): string | null =>
  value === null || value === undefined ? null : value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

describe('figures of the demo company', () => {
  it('every shipped dataset is published and answers three people with different rights', async () => {
    expect(keys.length).toBeGreaterThan(0);
    for (const name of people.keys()) {
      const told = await answersOf(name);
      expect(told.map(({ datasetKey, error }) => [datasetKey, error])).toEqual(
        keysOf(name).map((key) => [key, undefined]),
      );
    }
  });

  it('for each of them a figure of a cell is the same over the records that drill-down lists', async () => {
    // usually each person is asked about a ninth of theirs
    for (const [at, [name, client]] of [...people].entries())
      for (const [place, answer] of (await answersOf(name)).entries()) {
        if (!isLong && place % (3 * people.size) !== 3 * at) continue;
        // the first, one in the middle and the last cell of each dataset; usually one of them, another for each dataset
        const places = [0, Math.floor(answer.rows.length / 2), answer.rows.length - 1];
        const chosen = isLong ? places : [places[Math.floor(place / people.size) % places.length] ?? 0];
        const rows = [...new Set(chosen)].flatMap((index) => answer.rows[index] ?? []);
        for (const { keys: cell, values } of rows)
          for (const [index, { key: figure, isMeasure }] of answer.figures.entries()) {
            if (!isMeasure) continue;
            const behind = await client.post<Behind>('/api/system/dataset/records', {
              datasetKey: answer.datasetKey,
              keys: Object.fromEntries(answer.groups.map(({ key }, place) => [key, cell[place] ?? ''])),
              figure,
            });
            expect([name, answer.datasetKey, cell, figure, plain(behind.data.figure.value)]).toEqual([
              name,
              answer.datasetKey,
              cell,
              figure,
              plain(values[index]),
            ]);
          }
      }
  });

  it('a parameter that the dataset has not, or that its field does not hold, is refused', async () => {
    const admin = people.get('admin') as Client;
    const [datasetKey] = keys;
    const ask = async (params: object) =>
      (await run(admin, { datasetKey: 'ledgerCentre/contractAmount', params }))[0]?.error;
    expect(datasetKey).toBeDefined();
    expect(await ask({ nobody: 1 })).toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await ask({ period: 'someday' })).toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await ask({ period: ['2026-01-01', '2026-03-31'] })).toBeUndefined();
  });

  it('a range of dates may be given as a period by its name', async () => {
    const admin = people.get('admin') as Client;
    const rowsOf = async (period: unknown) =>
      (await run(admin, { datasetKey: 'ledgerCentre/contractAmount', params: { period } }))[0]?.rows;
    const days = namedPeriod('lastYear', today());
    expect(await rowsOf('lastYear')).toEqual(await rowsOf(days));
    expect(await rowsOf('lastYear')).not.toEqual(await rowsOf('today'));
  });
});
