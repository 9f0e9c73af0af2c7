import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Problem } from '../../../src/domain/problem/index.ts';
import { storeMany } from '../../support/storeMany.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../support.ts';
import { recordTable } from '../../../src/server/records/index.ts';

let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, staff] = await Promise.all([server.api('admin'), server.api('staff')]);
  for (const formKey of ['partForm', 'partFar']) {
    const definition = { formKey, formName: formKey, access: { createRoles: ['admin'] }, fields };
    await admin.post('/api/system/frmDef/saveDraft', { formKey, definition });
    expect((await admin.post('/api/system/frmDef/publish', { formKey, note: '' })).msg).toBe('发布成功');
  }
  await storeMany(server.context, 'partForm', RECORDS.length, (n) => ({
    id: `part${n}`,
    fieldsMap: RECORDS[n - 1] ?? {},
  }));
});
afterAll(() => server.dispose());

interface Result {
  rows: { keys: string[]; values: (string | null)[] }[];
  total: number;
  error?: { code: string; msg: string };
}

const fields = [
  { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
  { tag: 'el-date-picker', __vModel__: 'day', label: '日期', type: 'date' },
  { tag: 'el-date-picker', __vModel__: 'month', label: '月份', type: 'month' },
  { tag: 'el-date-picker', __vModel__: 'year', label: '年份', type: 'year' },
  { tag: 'el-input-number', __vModel__: 'amount', label: '金额', precision: 2 },
  { tag: 'el-input-number', __vModel__: 'days', label: '天数' },
];

const RECORDS = [
  { name: '甲', day: '2026-01-05', month: '2026-01', year: '2026', amount: 1, days: 3 },
  { name: '乙', day: '2026-02-05', month: '2026-02', year: '2026', amount: 2, days: 1 },
  { name: '丙', day: '2025-02-05', month: '2025-02', year: '2025', amount: 3 },
  { name: '丁', day: '2024-02-05', month: '2024-02', days: 2 },
];

const COUNT = { key: 'count', fn: 'count' };

const AMOUNT = { key: 'amount', fn: 'sum', of: 'amount' };

const BY_NAME = [{ key: 'name', of: 'name' }];

const publish = async (name: string, definition: object) => {
  const datasetKey = `parts/${name}`;
  await admin.post('/api/system/datasetDef/saveDraft', {
    datasetKey,
    name,
    definition: { datasetKey, name, from: 'partForm', ...definition },
  });
  return admin.post<{ problems?: Problem[] }>('/api/system/datasetDef/publish', { datasetKey, note: '' });
};

async function dataset(name: string, definition: object): Promise<void> {
  expect((await publish(name, definition)).msg).toBe('发布成功');
}

async function run(...questions: Record<string, unknown>[]): Promise<Result[]> {
  const answer = await admin.post<Result[]>('/api/system/dataset/run', { questions });
  expect(answer.code, answer.msg).toBe('1');
  return answer.data;
}

const rowsOf = async (question: Record<string, unknown>): Promise<[string, ...(string | null)[]][]> => {
  const [answer] = await run(question);
  expect(answer?.error).toBeUndefined();
  return (answer?.rows ?? []).map(({ keys, values }) => [keys.join(' '), ...values]);
};

describe('a month or year, which is stored as text', () => {
  it.each([
    ['the latest of it', { measures: [{ key: 'last', fn: 'max', of: 'month' }] }],
    ['a period of it', { where: 'within(month, thisYear())' }],
    [
      'the year before',
      {
        groupBy: [{ key: 'm', of: 'month', by: 'month' }],
        measures: [{ key: 'before', fn: 'count', compare: 'yearAgo' }],
      },
    ],
    ['a time of the dataset', { time: 'month' }],
    ['the months of a year', { groupBy: [{ key: 'm', of: 'year', by: 'month' }] }],
  ])('is not asked for %s: the dataset is not published', async (_what, definition) => {
    expect((await publish('text', { measures: [COUNT], ...definition })).code).toBe('DOC_DRAFT_ONLY');
  });

  it('is grouped by its year, a month also by itself', async () => {
    await dataset('byYear', { groupBy: [{ key: 'y', of: 'year', by: 'year' }], measures: [COUNT] });
    expect(await rowsOf({ datasetKey: 'parts/byYear' })).toEqual([
      ['2025', '1'],
      ['2026', '2'],
      ['', '1'],
    ]);
    await dataset('monthByYear', { groupBy: [{ key: 'y', of: 'month', by: 'year' }], measures: [COUNT] });
    expect(await rowsOf({ datasetKey: 'parts/monthByYear' })).toEqual([
      ['2024', '1'],
      ['2025', '1'],
      ['2026', '2'],
    ]);
    await dataset('byMonth', { groupBy: [{ key: 'm', of: 'month', by: 'month' }], measures: [COUNT], fill: '0' });
    expect((await rowsOf({ datasetKey: 'parts/byMonth' })).map(([key]) => key)).toEqual([
      '2024-02',
      '2025-02',
      '2026-01',
      '2026-02',
    ]);
  });
});

describe('a block that shows a part of a dataset', () => {
  it('gets the groups that the order of the dataset chooses, also if it does not show the measure of the order', async () => {
    await dataset('top', { groupBy: BY_NAME, measures: [COUNT, AMOUNT], order: ['-amount'], limit: 2 });
    expect(await rowsOf({ datasetKey: 'parts/top', figures: ['count'] })).toEqual([
      ['丙', '1'],
      ['乙', '1'],
    ]);
  });

  it('gets the first groups of the order that it asks for, not of the first groups of the dataset', async () => {
    await dataset('ranked', {
      groupBy: BY_NAME,
      measures: [AMOUNT, { key: 'days', fn: 'sum', of: 'days' }],
      columns: [{ key: 'sum', computed: 'amount + days' }],
    });
    const ranked = (more: object) => rowsOf({ datasetKey: 'parts/ranked', most: 2, ...more });
    const [first, second] = [{ order: 'desc' }, { field: 'days', order: 'desc' }];
    expect(await ranked({ figures: ['amount'], sort: first })).toEqual([
      ['丙', '3'],
      ['乙', '2'],
    ]);
    expect(await ranked({ figures: ['amount'], sort: second })).toEqual([
      ['甲', '1'],
      ['丁', '0'],
    ]);
    expect(await ranked({ figures: ['sum'], sort: { field: 'sum', order: 'desc' } })).toEqual([
      ['甲', '4'],
      ['丙', '3'],
    ]);
    const [one, other] = await run(
      { datasetKey: 'parts/ranked', figures: ['amount'], most: 1, sort: first },
      { datasetKey: 'parts/ranked', figures: ['days'], most: 1, sort: second },
    );
    expect([one?.rows[0]?.keys, one?.total, other?.rows[0]?.keys]).toEqual([['丙'], 4, ['甲']]);
    const [refused] = await run({ datasetKey: 'parts/ranked', sort: { field: 'secret' } });
    expect(refused?.error?.code).toBe('REQUEST_INVALID');
  });
});

describe('the records behind a figure', () => {
  it.each(['count', 'distinct'])('that is a %s of a field are those that have a value there', async (fn) => {
    await dataset('filled', { measures: [{ key: 'filled', fn, of: 'amount' }] });
    const { data } = await admin.post<{ rows: { id: string }[]; figure: { value: string } }>(
      '/api/system/dataset/records',
      { datasetKey: 'parts/filled', figure: 'filled' },
    );
    expect([data.figure.value, data.rows.map(({ id }) => id).sort()]).toEqual(['3', ['part1', 'part2', 'part3']]);
  });
});

describe('a detail of a ledger', () => {
  it('that subtracts two fields may be written without spaces', async () => {
    await dataset('detail', { where: "name == '甲'", details: [{ key: 'rest', of: 'amount-days' }] });
    const { data } = await admin.post<{ rows: { cells: { text: string }[] }[] }>('/api/system/dataset/lines', {
      datasetKey: 'parts/detail',
    });
    expect(data.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([['-2']]);
  });

  it('that is a map is refused as an expression that no query can have', async () => {
    const answer = await publish('map', { details: [{ key: 'x', of: "{'1': '男', '2': '女'}[name]" }] });
    expect([answer.code, answer.data.problems?.[0]?.code]).toEqual(['DOC_DRAFT_ONLY', 'DOC_EXPRESSION_SQL']);
  });
});

describe('a record with a value that a figure cannot be computed from', () => {
  it.each([99_999_999_999, 999_999_999])('takes away that figure alone: %d days', async (days) => {
    await storeMany(server.context, 'partFar', 1, () => ({
      id: `far${days}`,
      fieldsMap: { name: '远', day: '2026-01-01', days },
    }));
    await dataset('far', { from: 'partFar', measures: [{ key: 'end', fn: 'max', of: 'addDays(day, days)' }] });
    await dataset('near', { measures: [COUNT] });
    const [far, near] = await run({ datasetKey: 'parts/far' }, { datasetKey: 'parts/near' });
    expect(far?.error).toMatchObject({
      code: 'REQUEST_INVALID',
      msg: expect.stringContaining('数据集“far”') as string,
    });
    expect(near?.rows[0]?.values).toEqual(['4']);
  });
});

describe('answers that are remembered', () => {
  const FORM = 'remembered';

  const KEYS = ['test/one', 'test/two'];

  interface Figures {
    version: number;
    maySee: boolean;
    rows: { values: (string | null)[] }[];
    error?: { code: string };
  }

  async function publish(datasetKey: string, definition: object): Promise<void> {
    const document = { datasetKey, name: datasetKey, definition: { datasetKey, name: datasetKey, ...definition } };
    await admin.post('/api/system/datasetDef/saveDraft', document);
    expect((await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '' })).msg).toBe('发布成功');
  }

  const ask = (who: Client): Promise<Answer<Figures[]>> =>
    who.post('/api/system/dataset/run', { questions: KEYS.map((datasetKey) => ({ datasetKey })) });

  /** The figure of each dataset, or the code of its refusal. */
  const figures = async (who: Client): Promise<(string | null | undefined)[]> =>
    (await ask(who)).data.map(({ rows, error }) => error?.code ?? rows[0]?.values[0]);

  describe('what a server remembers of who asks and of documents', () => {
    beforeAll(async () => {
      server = await startTestServer();
      admin = await server.api('admin');
      const definition = {
        formKey: FORM,
        formName: '台账',
        access: { createRoles: ['staff'] },
        fields: [{ tag: 'el-input-number', __vModel__: 'amount', label: '金额' }],
      };
      await admin.post('/api/system/frmDef/saveDraft', { formKey: FORM, definition });
      expect((await admin.post('/api/system/frmDef/publish', { formKey: FORM, note: '' })).msg).toBe('发布成功');
      await storeMany(server.context, FORM, 10, (n) => ({
        id: `remembered${n}`,
        create_by: n > 4 ? 'u-other' : 'u-staff',
        fieldsMap: { amount: n },
      }));
      await publish('test/one', { from: FORM, measures: [{ key: 'count', fn: 'count' }] });
      await publish('test/two', { from: FORM, measures: [{ key: 'sum', fn: 'sum', of: 'amount' }] });
    });

    beforeEach(async () => {
      staff = await server.api('staff');
      // twice: the second time everything is remembered
      for (const expected of [
        ['4', '10'],
        ['4', '10'],
      ])
        expect(await figures(staff)).toEqual(expected);
    });

    it('is left at once when a dataset is published anew or taken out of use', async () => {
      await publish('test/one', { from: FORM, measures: [{ key: 'filled', fn: 'count', of: 'amount' }] });
      expect((await ask(staff)).data.map(({ version }) => version)).toEqual([2, 1]);
      expect(await figures(staff)).toEqual(['4', '10']);
      await admin.post('/api/system/datasetDef/disable', { datasetKey: 'test/one' });
      expect(await figures(staff)).toEqual(['DOC_DISABLED', '10']);
      await admin.post('/api/system/datasetDef/enable', { datasetKey: 'test/one' });
      expect(await figures(staff)).toEqual(['4', '10']);
    });

    it('is left at once when the right to see the records is taken away', async () => {
      const { db } = server.context;
      const { rows } = await sql<{ rights: object; role_code: string }>`select role_code, rights from sys_role_form
      where form_key = ${FORM}`.execute(db);
      await sql`delete from sys_role_form where form_key = ${FORM}`.execute(db);
      expect(await figures(staff)).toEqual(['0', '0']);
      expect((await ask(staff)).data.map(({ maySee }) => maySee)).toEqual([false, false]);
      for (const { role_code: role, rights } of rows)
        await sql`insert into sys_role_form (role_code, form_key, rights) values (${role}, ${FORM}, ${JSON.stringify(rights)})`.execute(
          db,
        );
      expect(await figures(staff)).toEqual(['4', '10']);
    });

    it('is left at once when a wider scope is given', async () => {
      const { db } = server.context;
      await sql`insert into sys_role_scope (role_code, form_key, scope) values ('staff', ${FORM}, 'all')`.execute(db);
      expect(await figures(staff)).toEqual(['10', '55']);
      await sql`delete from sys_role_scope where form_key = ${FORM}`.execute(db);
      expect(await figures(staff)).toEqual(['4', '10']);
    });

    it('answers nobody whose session has ended', async () => {
      await sql`delete from auth_token where hash in (select t.hash from auth_token t join auth_session s on s.id = t.session_id
      where s.user_id = 'u-staff')`.execute(server.context.db);
      expect((await ask(staff)).code).toBe('A0230');
      expect((await ask(staff)).code).toBe('A0230');
    });

    it('refuses a person who has to change their password first', async () => {
      await sql`update sys_user set must_change_password = true where id = 'u-staff'`.execute(server.context.db);
      expect((await ask(staff)).code).toBe('PASSWORD_FIRST');
      await sql`update sys_user set must_change_password = false where id = 'u-staff'`.execute(server.context.db);
    });
  });
});

describe('slow questions', () => {
  beforeAll(async () => {
    for (const name of ['slow', 'quick']) {
      const formKey = `${name}Form`;
      const definition = {
        formKey,
        formName: name,
        access: { createRoles: ['staff'] },
        fields: [{ tag: 'el-input-number', __vModel__: 'amount', label: '金额' }],
      };
      await admin.post('/api/system/frmDef/saveDraft', { formKey, definition });
      expect((await admin.post('/api/system/frmDef/publish', { formKey, note: '' })).msg).toBe('发布成功');
      for (let part = 0; part < 11; part += 1) {
        const datasetKey = `${name}/${part}`;
        const asked = {
          datasetKey,
          name: datasetKey,
          from: formKey,
          measures: [{ key: 'sum', fn: 'sum', of: 'amount' }],
        };
        await admin.post('/api/system/datasetDef/saveDraft', { datasetKey, name: datasetKey, definition: asked });
        const answer = await admin.post('/api/system/datasetDef/publish', { datasetKey, note: '' });
        expect(answer.msg).toBe('发布成功');
        if (name === 'quick') break;
      }
    }
  });

  const underWay = async (): Promise<number> =>
    Number(
      (
        await sql<{ n: string }>`select count(*) as n from pg_stat_activity
        where state = 'active' and query like '/*dataset %' and datname = current_database()`.execute(server.context.db)
      ).rows[0]?.n ?? 0,
    );

  /** Every question about this form waits while `work` runs: as slow as the database can be. */
  async function whileSlow(work: () => Promise<void>): Promise<void> {
    await server.context.db.transaction().execute(async (trx) => {
      await sql`lock table ${recordTable('slowForm')} in access exclusive mode`.execute(trx);
      await work();
    });
  }

  const ask = (token: string, datasetKey: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${server.url}/api/system/dataset/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ questions: [{ datasetKey }] }),
      ...(signal ? { signal } : {}),
    });

  // the embedded database has one session: there what is too dear is refused before it runs
  describe.skipIf(!process.env['DATABASE_URL'])('slow questions', () => {
    it('eleven of one person hold two places, and the quick one of another is answered at once', async () => {
      await whileSlow(async () => {
        const left = new AbortController();
        const slow = Array.from({ length: 11 }, (_none, part) =>
          ask(admin.token, `slow/${part}`, left.signal).catch(() => null),
        );
        await expect.poll(underWay, { timeout: 20_000 }).toBe(2);
        const before = Date.now();
        const quick = (await (await ask(staff.token, 'quick/0')).json()) as {
          data: { rows: unknown[]; error?: unknown }[];
        };
        expect(quick.data[0]?.error).toBeUndefined();
        expect(quick.data[0]?.rows).toHaveLength(1);
        // a busy machine is slow; waiting for the others would take until they are left
        expect(Date.now() - before).toBeLessThan(15_000);
        expect(await underWay()).toBe(2);
        // the page is left: the database shows that they ended, and none of the waiting ones begins
        left.abort();
        await Promise.all(slow);
        await expect.poll(underWay, { timeout: 20_000 }).toBe(0);
      });
      // what was slow is answered again when it is asked again
      const again = (await (await ask(admin.token, 'slow/0')).json()) as { data: { rows: unknown[] }[] };
      expect(again.data[0]?.rows).toHaveLength(1);
    });
  });
});
