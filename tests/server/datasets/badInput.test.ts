import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTable } from '../../../src/server/records/index.ts';
import { storeMany } from '../../support/storeMany.ts';
import { usualOrLong } from '../../support/tier.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

interface Result {
  maySee: boolean;
  rows: { keys: string[]; values: (string | null)[] }[];
  total: number;
  error?: { code: string; msg: string };
}

/**
 * Groups of the dataset that has too many of them: more than a page is answered; in the long form more than a sheet.
 */
const MANY = usualOrLong(1_200, 50_000);

let server: TestServer;
let admin: Client;

const fields = [
  { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
  { tag: 'el-date-picker', __vModel__: 'day', label: '日期', type: 'date' },
  { tag: 'el-date-picker', __vModel__: 'moment', label: '时间', type: 'datetime' },
  { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2 },
];

async function publishForm(formKey: string): Promise<void> {
  const definition = { formKey, formName: formKey, access: { createRoles: ['admin'] }, fields };
  await admin.post('/api/system/frmDef/saveDraft', { formKey, definition });
  expect((await admin.post('/api/system/frmDef/publish', { formKey, note: '' })).msg).toBe('发布成功');
}
async function dataset(name: string, definition: object): Promise<void> {
  const datasetKey = `bad/${name}`;
  await admin.post('/api/system/datasetDef/saveDraft', {
    datasetKey,
    name,
    definition: { datasetKey, name, from: 'badForm', ...definition },
  });
  expect((await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '' })).msg).toBe('发布成功');
}
const run = async (client: Client, ...questions: Record<string, unknown>[]): Promise<Result[]> =>
  (await client.post<Result[]>('/api/system/dataset/run', { questions })).data;

const COUNT = [{ key: 'count', fn: 'count' }];
const PERIOD = { tag: 'el-date-picker', __vModel__: 'period', label: '期间', type: 'daterange' };

beforeAll(async () => {
  server = await startTestServer({ statementSeconds: usualOrLong(2, 8) });
  admin = await server.api('admin');
  await publishForm('badForm');
  await publishForm('badMany');
  await storeMany(server.context, 'badForm', 4, (n) => ({
    id: `bad${n}`,
    fieldsMap: {
      name: `记录 ${n}`,
      amount: 10,
      day: ['2026-01-31', '2026-02-01', '2024-02-29', '2025-02-28'][n - 1],
      moment: ['2026-01-31 23:59:59', '2026-02-01 00:00:00', '2024-02-29 23:30:00', '2025-02-28 00:10:00'][n - 1],
    },
  }));
  await dataset('month', {
    params: [PERIOD],
    where: 'within(day, params.period)',
    groupBy: [{ key: 'month', of: 'day', by: 'month' }],
    measures: [...COUNT, { key: 'before', fn: 'count', compare: 'yearAgo' }],
    columns: [{ key: 'rate', computed: '(count - before) / before' }],
  });
  await dataset('moment', { groupBy: [{ key: 'month', of: 'moment', by: 'month' }], measures: COUNT, fill: '0' });
  await dataset('many', { from: 'badMany', groupBy: [{ key: 'name', of: 'name' }], measures: COUNT });
});
afterAll(() => server.dispose());

/** Sets the zone of every session that the server has with its database. */
async function everySession(zone: string): Promise<void> {
  const { db, settings } = server.context;
  const sessions = settings.databaseUrl === null ? 1 : settings.databasePool;
  let held = 0;
  let release = (): void => undefined;
  const areAllHeld = new Promise<void>((done) => {
    release = done;
  });
  await Promise.all(
    Array.from({ length: sessions }, () =>
      db.connection().execute(async (session) => {
        await sql`select set_config('TimeZone', ${zone}, false)`.execute(session);
        // none is given back before all are taken, so that each of them is another one
        held += 1;
        if (held === sessions) release();
        await areAllHeld;
      }),
    ),
  );
}

describe('the end of a month', () => {
  it('is that of China, whatever the zone of the database session is', async () => {
    const byMonth = async (name: string): Promise<Record<string, string | null>> => {
      const params = name === 'month' ? { period: ['2024-01-01', '2026-12-31'] } : {};
      const [answer] = await run(admin, { datasetKey: `bad/${name}`, figures: ['count'], params });
      return Object.fromEntries((answer?.rows ?? []).map(({ keys, values }) => [keys[0] ?? '', values[0] ?? null]));
    };
    const expected = { '2024-02': '1', '2025-02': '1', '2026-01': '1', '2026-02': '1' };
    for (const zone of ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
      await everySession(zone);
      expect([zone, await byMonth('moment')]).toEqual([zone, expected]);
      expect([zone, await byMonth('month')]).toMatchObject([zone, expected]);
    }
    await everySession('UTC');
  });

  it('of a leap year has its records behind the figure of the year after', async () => {
    const params = { period: ['2025-02-01', '2025-02-28'] };
    const [answer] = await run(admin, { datasetKey: 'bad/month', params, by: ['month'] });
    expect(answer?.rows).toEqual([{ keys: ['2025-02'], labels: ['2025-02'], values: ['1', '1', '0'] }]);
    const behind = await admin.post<{ rows: { id: string }[] }>('/api/system/dataset/records', {
      datasetKey: 'bad/month',
      params,
      keys: { month: '2025-02' },
      figure: 'before',
    });
    expect(behind.data.rows.map(({ id }) => id)).toEqual(['bad3']);
  });

  it('what is divided by nothing has no value, and months without records stand with 0', async () => {
    const params = { period: ['2026-01-01', '2026-04-30'] };
    const [answer] = await run(admin, { datasetKey: 'bad/month', params, by: ['month'] });
    expect(answer?.rows.map(({ keys, values }) => [...keys, ...values])).toEqual([
      ['2026-01', '1', '0', null],
      ['2026-02', '1', '1', '0'],
      ['2026-03', '0', '0', null],
      ['2026-04', '0', '0', null],
    ]);
  });
});

describe('a question that is not as the page asks it', () => {
  it.each([
    ['a parameter that is none', { params: { nobody: 1 } }, 'run'],
    ['a period that is a text of SQL', { params: { period: "'; drop table sys_user; --" } }, 'run'],
    ['a period of dates that are none', { params: { period: ['2026-02-31', 'x'] } }, 'run'],
    ['a group that is none', { by: ['month', 'secret'] }, 'run'],
    ['keys of a group that is none', { keys: { secret: '1' } }, 'records'],
    ['a figure that is none', { figure: 'secret' }, 'records'],
    ['a figure that is made of others', { figure: 'rate' }, 'records'],
    ['a column that is none to sort by', { sort: { field: 'create_by' } }, 'lines'],
    ['a name of the prototype', { keys: { constructor: 'x' } }, 'records'],
  ] as const)('%s is refused and named', async (_what, more, call) => {
    const asked = { datasetKey: 'bad/month', ...more };
    const answer =
      call === 'run'
        ? (await run(admin, asked))[0]?.error
        : await admin.post(`/api/system/dataset/${call}`, asked as object);
    expect(answer).toMatchObject({ code: 'REQUEST_INVALID', msg: expect.stringMatching(/[\u4e00-\u9fff]/) });
  });

  it('keys that say SQL are keys like others: there are no records behind them', async () => {
    const answer = await admin.post<{ rows: unknown[]; page: { total: number } }>('/api/system/dataset/records', {
      datasetKey: 'bad/month',
      keys: { month: "' or '1'='1" },
    });
    expect([answer.code, answer.data.rows, answer.data.page.total]).toEqual(['1', [], 0]);
  });
});

it('many groups are answered in part, and the page, the sheet and the pivot say so', async () => {
  await storeMany(server.context, 'badMany', MANY, (n) => ({ id: `many${n}`, fieldsMap: { name: `编号 ${n}` } }));
  const [answer] = await run(admin, { datasetKey: 'bad/many' });
  expect(answer?.error).toBeUndefined();
  expect([answer?.rows.length, answer?.total]).toEqual([1000, MANY]);
  const [more] = await run(admin, { datasetKey: 'bad/many', most: 20_000 });
  expect([more?.rows.length, more?.total]).toEqual([Math.min(MANY, 20_000), MANY]);
});

it('a person without any rights is told so, with no figure of others', async () => {
  const guest = await server.api('reception');
  const [answer] = await run(guest, { datasetKey: 'bad/many' });
  expect([answer?.error, answer?.maySee, answer?.rows]).toEqual([undefined, false, []]);
  const [total] = await run(guest, { datasetKey: 'bad/many', by: [] });
  expect(total?.rows).toEqual([{ keys: [], labels: [], values: ['0'] }]);
});

// the embedded database cannot interrupt a statement: there what is too dear is refused before it runs
it.skipIf(!process.env['DATABASE_URL'])(
  'a question over its time is refused by itself: the others of its screen are answered, and the server goes on',
  async () => {
    await server.context.db.transaction().execute(async (trx) => {
      await sql`lock table ${recordTable('badMany')} in access exclusive mode`.execute(trx);
      const [slow, quick] = await run(admin, { datasetKey: 'bad/many' }, { datasetKey: 'bad/moment' });
      expect(slow?.error).toMatchObject({ code: 'TOO_LONG', msg: expect.stringMatching(/[\u4e00-\u9fff]/) });
      expect(quick?.error).toBeUndefined();
      expect(quick?.rows).toHaveLength(4);
    });
    expect((await run(admin, { datasetKey: 'bad/many' }))[0]?.error).toBeUndefined();
  },
);
