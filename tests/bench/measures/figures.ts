import { rmSync } from 'node:fs';
import { sql, type RawBuilder } from 'kysely';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { startTestServer } from '../../server/support.ts';
import { fillFigures, publishFigures } from '../figures.ts';
import { askerOf, type Asker } from '../load.ts';
import { median } from '../statistics.ts';
import { figure, note } from '../table.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const RUN = '/api/system/dataset/run';
const PERIOD: readonly [string, string] = ['2025-06-01', '2026-05-31'];

type Work = () => Promise<unknown>;

/** Middle times of works that take turns, so that a busy moment meets all of them. */
async function inTurn<N extends string>(works: Readonly<Record<N, Work>>): Promise<Record<N, number>> {
  const times = new Map<N, number[]>();
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [name, work] of Object.entries(works) as [N, Work][]) {
      const began = performance.now();
      await work();
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), performance.now() - began]);
    }
  return Object.fromEntries([...times].map(([name, own]) => [name, median(own)])) as Record<N, number>;
}

interface Answered {
  rows: { keys: string[]; values: (string | null)[] }[];
  total: number;
  error?: { msg: string };
}

/** Asks the product; a refusal would be fast and say nothing. */
const ask =
  (who: Asker, ...questions: readonly object[]) =>
  async (): Promise<Answered[]> => {
    const { text } = await who.post(RUN, { questions });
    const { code, data } = JSON.parse(text) as { code: string; data: Answered[] };
    const refused = data?.find(({ error }) => error);
    if (code !== '1' || refused) throw new Error(refused?.error?.msg ?? text.slice(0, 300));
    return data;
  };

const about = (name: string, more: object = {}): object => ({ datasetKey: `bench/${name}`, ...more });
const MONTH = sql`date_trunc('month', day)::date`;
const grouped = (by: RawBuilder<unknown>, where: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> =>
  sql`select ${by} as k, count(*) as n, sum(amount) as amount from "plain_figDeal" where ${where} group by 1 order by 1`;

const byHand = {
  month: (where: RawBuilder<unknown> = sql`true`) =>
    sql`select ${MONTH} as month, part, count(*) as n, sum(amount) as amount from ${sql.id('plain_figDeal')} where ${where} group by 1, 2 order by 1, 2`,
  customers: sql`select c.name, sum(d.amount) as amount from ${sql.id('plain_figDeal')} d
    left join ${sql.id('plain_figContract')} k on k.id = d.contract left join ${sql.id('plain_figCustomer')} c on c.id = k.customer
    group by c.name order by amount desc limit 20`,
  year: sql`with now as (select ${MONTH} as month, sum(amount) as amount from ${sql.id('plain_figDeal')} where day between ${PERIOD[0]}::date and ${PERIOD[1]}::date group by 1),
    before as (select (${MONTH} + interval '1 year')::date as month, sum(amount) as amount from ${sql.id('plain_figDeal')}
      where day between ${PERIOD[0]}::date - interval '1 year' and ${PERIOD[1]}::date - interval '1 year' group by 1)
    select month, now.amount, before.amount as before, (now.amount - before.amount) / nullif(before.amount, 0) as growth from now full join before using (month) order by 1`,
  codes: sql`select code, count(*) as n, sum(amount) as amount, count(*) over () as total from ${sql.id('plain_figDeal')} group by 1 order by amount desc limit 1000`,
};

/** The eight statements of `own/0` to `own/7`. */
const EIGHT: readonly RawBuilder<unknown>[] = [
  grouped(MONTH),
  grouped(sql`part`),
  grouped(sql`kind`),
  grouped(sql`across`),
  grouped(sql`down`),
  sql`select count(*) as n, sum(amount) as amount from "plain_figDeal"`,
  grouped(sql`date_trunc('year', day)::date`),
  grouped(sql`part`, sql`kind = 'a'`),
];

/** Statistics over BENCH_RECORDS records (1,000,000; embedded 100,000) beside statements written by hand over plain tables. */
export async function measureFigures(adminUrl: string | null): Promise<void> {
  const rows = Number(process.env['BENCH_RECORDS'] ?? (adminUrl ? 1_000_000 : 100_000));
  const databaseUrl = adminUrl ? await createDatabase(adminUrl, process.env['SERVER_TEST_TEMPLATE_DATABASE']) : null;
  const server = await startTestServer({ databaseUrl, statementSeconds: 0 });
  const askers: Asker[] = [];
  try {
    const { db } = server.context;
    await publishFigures(server.context);
    await fillFigures(server.context as never, rows);
    const person = async (name: string): Promise<Asker> => {
      const asker = askerOf(server.url, (await server.api(name)).token);
      askers.push(asker);
      return asker;
    };
    const [admin, leader] = [await person('admin'), await person('leader')];
    const run =
      (statement: RawBuilder<unknown>): Work =>
      () =>
        statement.execute(db);
    const size = `${rows.toLocaleString('en')} records, ${adminUrl ? 'PostgreSQL' : 'PGlite'}`;
    const beside = async (what: string, own: Work, peer: Work, atMost: number): Promise<void> => {
      const times = await inTurn({ own, peer });
      note(`${what}, ${size}`, times.own, times.peer, atMost);
    };

    await beside(
      'month and department / by hand',
      ask(admin, about('month')),
      run(byHand.month()),
      adminUrl ? 1.3 : 1.5,
    );
    const within = sql`(dept_id = 'dept-jy' or create_by = 'u-leader')`;
    const [seen] = await ask(leader, about('own/5'))();
    figure('records of the person with narrow rights', seen?.rows[0]?.values[0] ?? '');
    await beside(
      'the same within narrow rights, HTTP included / by hand',
      ask(leader, about('month')),
      run(byHand.month(within)),
      1.4,
    );
    await beside(
      'top 20 customers through two relations / by hand',
      ask(admin, about('customers')),
      run(byHand.customers),
      1.25,
    );
    await beside(
      'year on year / by hand',
      ask(admin, about('year', { params: { period: PERIOD } })),
      run(byHand.year),
      1.1,
    );
    await beside('50,000 groups, the first 1,000 / by hand', ask(admin, about('codes')), run(byHand.codes), 1.7);
    const behind = async (): Promise<void> => {
      const { text } = await admin.post('/api/system/dataset/records', {
        datasetKey: 'bench/month',
        keys: { month: '2026-03', part: '部门 7' },
        figure: 'amount',
        page: { pageNum: 1, pageSize: 10 },
      });
      const { code, data } = JSON.parse(text) as { code: string; data: { rows: unknown[] } };
      if (code !== '1' || data.rows.length !== 10) throw new Error(text.slice(0, 300));
    };
    const cell = sql`${MONTH} = '2026-03-01' and part = '部门 7'`;
    await beside(
      'records behind a cell / by hand',
      behind,
      async () => {
        await sql`select * from "plain_figDeal" where ${cell} order by create_time desc, id desc limit 10`.execute(db);
        await sql`select count(*) as n, sum(amount) as amount from "plain_figDeal" where ${cell}`.execute(db);
      },
      3,
    );
    const eight = EIGHT.map((_statement, index) => about(`own/${index}`));
    await beside(
      'a board of eight blocks / its eight statements together by hand',
      ask(admin, ...eight),
      () => Promise.all(EIGHT.map((statement) => statement.execute(db))),
      1.1,
    );
    const one = [about('month'), ...['month', 'part', 'month', 'part'].map((by) => about('month', { by: [by] }))];
    const blocks = [
      ...one,
      about('month', { by: [] }),
      about('month', { by: [], figures: ['count'] }),
      about('month', { by: ['part'], figures: ['amount'] }),
    ];
    await beside(
      'eight blocks over one dataset / that dataset once',
      ask(admin, ...blocks),
      ask(admin, about('month')),
      1.3,
    );
  } finally {
    for (const asker of askers) asker.close();
    // nothing here was saved as a person saves: what is kept beside it is not compared
    await server.close();
    rmSync(server.dataDir, { recursive: true, force: true });
    if (databaseUrl) await dropDatabase(databaseUrl);
  }
}
