import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { signIn, type Answer, type Client } from '../../server/support.ts';
import { largeRows } from '../../support/largeForms.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { FORM } from '../million.ts';
import { note, skip } from '../table.ts';

/** The form of `million.ts` with documents of 3 kB. */
const LONG_FORM = 'longMillion';
const ROWS = Number(process.env['BENCH_RECORDS'] ?? 100_000);
/** Today's server and the earlier one by turns, so that a busy moment meets both; compared by their medians. */
const TIMES = 41;
const WARM_UP_CALLS = 20;
const LARGE_TIMES = 7;
const LARGE_ROWS = 20_000;

interface Server {
  client: Client;
  /** A member who reads about one percent. */
  leader: Client;
  close(): Promise<void>;
}

async function start(folder: string, adminUrl: string | null): Promise<Server> {
  const databaseUrl = adminUrl ? await createDatabase(adminUrl) : '';
  const child = spawn('npx', ['tsx', `${import.meta.dirname}/../earlier/serve.ts`, String(ROWS), LONG_FORM], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => line.startsWith('http') && resolve(line));
    child.once('exit', (code) => reject(new Error(`the server of ${folder} ended with ${code}`)));
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    client: await signIn(url, 'admin'),
    leader: await signIn(url, 'leader'),
    async close() {
      child.stdin.end();
      await ended;
      if (databaseUrl) await dropDatabase(databaseUrl);
    },
  };
}

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

async function timed(work: () => Promise<Answer>): Promise<number> {
  const begun = performance.now();
  const { code, msg } = await work();
  if (code !== '1') throw new Error(msg);
  return performance.now() - begun;
}

/** One call that both servers are asked for; `ask` returns its milliseconds. */
interface Way {
  name: string;
  atMost: number;
  times?: number;
  ask(server: Server, turn: number): Promise<number>;
}

const list = (form: string, data: object, pageNum: number, who: 'client' | 'leader' = 'client'): Way['ask'] => {
  const body = { data, page: { pageNum, pageSize: 10 } };
  return (server) => timed(() => server[who].post(`/api/system/frmCrud/list/${form}`, body));
};
const byTitle = { sort: { field: 'title', order: 'asc' } };

const listsOf = (form: string, name: string): Way[] => [
  { name: `${name}, by time`, atMost: 1.1, ask: list(form, {}, 1) },
  { name: `${name}, by title`, atMost: 1.1, ask: list(form, byTitle, 1) },
  { name: `${name}, by time, page 1,000`, atMost: 1.1, ask: list(form, {}, 1_000) },
  { name: `${name}, by time, page in the middle`, atMost: 1.1, ask: list(form, {}, Math.floor(ROWS / 20)) },
  { name: `${name}, by title, page 1,000`, atMost: 1.1, ask: list(form, byTitle, 1_000) },
  { name: `${name}, by time, of who reads 1 %`, atMost: 1.1, ask: list(form, {}, 1, 'leader') },
  { name: `${name}, by title, of who reads 1 %`, atMost: 1.1, ask: list(form, byTitle, 1, 'leader') },
  {
    name: `${name}, a single record`,
    atMost: 1.1,
    ask: (server, turn) =>
      timed(() =>
        server.client.get(
          `/api/system/frmCrud/getById/${form}?id=${form.charAt(0)}${String((turn * 7919) % ROWS || 1).padStart(9, '0')}`,
        ),
      ),
  },
];

type Saved = Answer<{ id: string; revision: number }>;
async function save(server: Server, form: string, body: object): Promise<Saved> {
  const answer: Saved = await server.client.post(`/api/system/frmCrud/saveOrUpdate/${form}`, body);
  if (answer.code !== '1') throw new Error(`${form}: ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer;
}

/** Saves of one record of each server, again and again with another value. `bodyOf`: what a turn sends. */
function saves(form: string, bodyOf: (turn: number) => object): Way['ask'] {
  const records = new Map<Server, Saved['data']>();
  return async (server, turn) => {
    const before = records.get(server) ?? (await save(server, form, bodyOf(-1))).data;
    let after: Saved | undefined;
    const time = await timed(async () => {
      after = await save(server, form, { ...bodyOf(turn), id: before.id, revision: before.revision });
      return after;
    });
    if (after) records.set(server, after.data);
    return time;
  };
}

const fieldsOf = (turn: number) => ({
  title: '基准',
  amount: turn,
  kind: 'a',
  day: '2026-03-04',
  note: `说明 ${turn}`,
});
const WAYS: readonly Way[] = [
  ...listsOf(FORM, 'list'),
  ...listsOf(LONG_FORM, 'list of documents of 3 kB'),
  {
    name: 'save of a plain record',
    atMost: 1.15,
    ask: saves(FORM, (turn) => ({ fieldsMap: fieldsOf(turn), childTables: {} })),
  },
  {
    name: 'save of a document of 3 kB',
    atMost: 1.15,
    ask: saves(LONG_FORM, (turn) => ({
      fieldsMap: { ...fieldsOf(turn), remark: '备注'.repeat(500) },
      childTables: {},
    })),
  },
  {
    name: `save of ${LARGE_ROWS.toLocaleString('en')} rows of which one changed`,
    atMost: 1.2,
    times: LARGE_TIMES,
    ask: saves('plainRows', (turn) => ({
      fieldsMap: {},
      childTables: { items: largeRows(LARGE_ROWS, (n) => ({ n: n === 7 ? turn : n })) },
    })),
  },
];

/**
 * Today's server beside an earlier one (BENCH_EARLIER: its checkout, with `node_modules`), each with a database of its
 * own that holds the same records.
 */
export async function measureEarlier(adminUrl: string | null): Promise<void> {
  const folder = process.env['BENCH_EARLIER'];
  if (!folder) {
    skip('today / earlier', 'BENCH_EARLIER names no checkout');
    return;
  }
  const size = `${ROWS.toLocaleString('en')} records, ${adminUrl ? 'PostgreSQL' : 'embedded'}`;
  const servers: Server[] = [];
  try {
    for (const each of [process.cwd(), folder]) servers.push(await start(each, adminUrl));
    const [today, earlier] = servers as [Server, Server];
    for (let turn = 0; turn < WARM_UP_CALLS; turn += 1)
      for (const server of [today, earlier]) await list(FORM, {}, 1)(server, turn);
    for (const { name, atMost, times = TIMES, ask } of WAYS) {
      const own: number[] = [];
      const before: number[] = [];
      for (let turn = 0; turn < times; turn += 1) {
        own.push(await ask(today, turn));
        before.push(await ask(earlier, turn));
      }
      note(`${name}: today / earlier, p50, ${size}`, median(own.slice(1)), median(before.slice(1)), atMost);
    }
  } finally {
    for (const server of servers) await server.close();
  }
}
