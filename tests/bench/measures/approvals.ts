import { sql } from 'kysely';
import type { Store } from '../../../src/server/store/connect.ts';
import { signIn } from '../../server/support.ts';
import { edge, flowFile, publishStory, task } from '../../server/approval/story.ts';
import { openGround, type BenchGround } from '../ground.ts';
import { inTurns, paceOf, type Asker, type Heard, type Pace } from '../load.ts';
import { p95 } from '../statistics.ts';
import { figure, note } from '../table.ts';

const USERS = 10_000;
const STEPS = 9;
const AT_ONCE = 8;
const ROUNDS = 3;
const WARM_ROUNDS = 3;

interface Answered<T> {
  code: string;
  msg: string;
  data: T;
}

function dataOf<T>({ text }: Heard): T {
  const { code, msg, data } = JSON.parse(text) as Answered<T>;
  if (code !== '1') throw new Error(`${code} ${msg}`);
  return data;
}

/** A line of so many elements (start, applicant, tasks of one person, end). */
function lineOf(key: string, nodes: number): string {
  const ids = ['apply', ...Array.from({ length: nodes - 3 }, (_, at) => `n${at}`), 'e'];
  return flowFile(
    key,
    ids
      .slice(1)
      .map((id, at) => `${edge(`x${at}`, ids[at] ?? '', id)}${id === 'e' ? '' : task(`${id} user leader`)}`)
      .join(''),
  );
}

interface Saved {
  id: string;
  revision: number;
}
const act = async (who: Asker, key: string, record: Partial<Saved>, action: string): Promise<Saved> =>
  dataOf<Saved>(
    await who.post(`/api/system/frmCrud/runProcess/${key}`, {
      record: { fieldsMap: record.id ? {} : { title: '事项' }, childTables: {}, ...record },
      action,
    }),
  );
const only = ({ id, revision }: Saved): Saved => ({ id, revision });

/** The same step in a process of 10 and of 200 nodes, in turns. */
async function stepCost({ store, person }: BenchGround): Promise<void> {
  const [staff, leader] = [await person('staff'), await person('leader')];
  const times: Record<string, number[]> = { line10: [], line200: [] };
  for (let round = 0; round < 12; round += 1) {
    const records = new Map<string, Saved>();
    for (const key of ['line10', 'line200']) records.set(key, await act(staff, key, {}, 'submit'));
    for (let at = 0; at < Math.min(STEPS, 6); at += 1)
      for (const key of ['line10', 'line200']) {
        const start = performance.now();
        records.set(key, await act(leader, key, only(records.get(key)!), 'approve'));
        if (round > 1) times[key]?.push(performance.now() - start);
      }
  }
  note(
    `one step of an approval, 200 nodes / 10 nodes, p95, ${store}`,
    p95(times['line200'] ?? []),
    p95(times['line10'] ?? []),
    1.5,
  );
}

/** Submitted and approved: two transactions each. */
async function pace({ store, person, plain }: BenchGround): Promise<void> {
  const [staff, leader] = [await person('staff', AT_ONCE), await person('leader', AT_ONCE)];
  const run = async (): Promise<void> => {
    await act(leader, 'short', only(await act(staff, 'short', {}, 'submit')), 'approve');
  };
  const ours = (): Promise<Pace> => paceOf(200, AT_ONCE, run);
  if (!plain) {
    figure(
      `approvals begun and ended a second over HTTP, ${AT_ONCE} at once, ${store}`,
      (await inTurns(ROUNDS, { own: ours })).own.perSecond.toFixed(0),
    );
    return;
  }
  const { own, bare } = await inTurns(ROUNDS, {
    own: ours,
    bare: () =>
      paceOf(400, AT_ONCE, async () => {
        await plain.post('/transaction', {});
        await plain.post('/transaction', {});
      }),
  });
  figure(
    `approvals begun and ended a second over HTTP, beside pairs of bare transactions over plain Fastify, ${AT_ONCE} at once, ${store}`,
    `${own.perSecond.toFixed(0)} / ${bare.perSecond.toFixed(0)}`,
  );
}

/** Everybody holds as many tasks as everybody else; the person who asks is one of them. */
async function fill({ db }: Store, tasks: number): Promise<void> {
  const holder = sql`case when n % ${sql.lit(USERS)} = 0 then 'u-leader' else 'bench-' || (n % ${sql.lit(USERS)}) end`;
  await sql`insert into sys_user (id, username, name, password_hash) select 'bench-' || n, 'bench' || n, '员工' || n, 'none' from generate_series(1, ${sql.lit(USERS - 1)}) n`.execute(
    db,
  );
  await sql`insert into flw_instance (id, record_id, form_key, form_name, form_version, flow_key, flow_version, initiator_id, initiator_name, flw_state, title, task_nodes, tokens)
    select 'bi' || n, 'br' || n, 'short', '短', 1, 'short', 1, 'u-staff', '周明轩', '1', '基准 ' || n, 'one', '{"tokens":[{"id":2,"node":"one","edge":"f1"}],"nextToken":3}' from generate_series(1, ${sql.lit(tasks)}) n`.execute(
    db,
  );
  await sql`insert into flw_task (id, instance_id, record_id, node_id, node_name, token, state, arrived_at) select 'bt' || n, 'bi' || n, 'br' || n, 'one', 'one', 2, 'open', now() - n * interval '1 second' from generate_series(1, ${sql.lit(tasks)}) n`.execute(
    db,
  );
  await sql`insert into flw_task_candidate (task_id, user_id, is_open) select 'bt' || n, ${holder}, true from generate_series(1, ${sql.lit(tasks)}) n`.execute(
    db,
  );
  await sql`insert into frm_hand (user_id, form_key, record_id, create_time) select ${holder}, 'short', 'br' || n, now() from generate_series(1, ${sql.lit(tasks)}) n`.execute(
    db,
  );
  await sql`insert into frm_tally (form_key, user_id, records) select form_key, user_id, count(*) from frm_hand group by 1, 2`.execute(
    db,
  );
  for (const table of ['flw_instance', 'flw_task', 'flw_task_candidate'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

async function todo({ store, url, person, plain }: BenchGround, tasks: number): Promise<void> {
  const leader = await person('leader', 1);
  const size = `${tasks.toLocaleString('en')} open tasks of ${USERS.toLocaleString('en')} people`;
  const one = (work: () => Promise<Heard>) => (): Promise<Pace> =>
    paceOf(1_000, 1, async () => {
      const heard = await work();
      if (heard.status !== 200) throw new Error(heard.text);
    });
  const count = () => leader.get('/api/system/flow/task/countMyTodo');
  const page = () => leader.post('/api/task/flow/task/listMyTodo', { data: {}, page: { pageNum: 1, pageSize: 10 } });
  const found = dataOf<{ page: { total: number } }>(await page()).page.total;
  if (found < tasks / USERS || dataOf<number>(await count()) !== found)
    throw new Error(`${found} to-dos for ${tasks / USERS}`);
  if (!plain) {
    const paces = await inTurns(ROUNDS, { count: one(count), page: one(page) });
    figure(
      `count / first page of to-dos among ${size}, p95, ${store}`,
      `${paces.count.p95.toFixed(1)} / ${paces.page.p95.toFixed(1)} ms`,
    );
    return;
  }
  const { token } = await signIn(url, 'leader');
  const works = {
    count: one(count),
    plainCount: one(() => plain.get('/todo/count/u-leader')),
    mine: one(() => plain.get(`/todo/mine/${token}`)),
    page: one(page),
    plainPage: one(() => plain.get('/todo/page/u-leader')),
  };
  // servers stand for weeks: the first thousands of requests, which no process has compiled for yet, count for neither
  await inTurns(WARM_ROUNDS, works);
  const paces = await inTurns(ROUNDS, works);
  note(
    `count of to-dos among ${size}, beside the same query over plain Fastify, p95, ${store}`,
    paces.count.p95,
    paces.plainCount.p95,
    1.5,
  );
  note(
    `count of to-dos among ${size}, beside the same query over plain Fastify that looks up whose token asks, p95, ${store}`,
    paces.count.p95,
    paces.mine.p95,
    1.5,
  );
  note(
    `first page of to-dos among ${size}, beside the same queries over plain Fastify, p95, ${store}`,
    paces.page.p95,
    paces.plainPage.p95,
    1.5,
  );
}

/** What approvals cost: a step, an application, a look at the to-do list. BENCH_TASKS open tasks (1,000,000; embedded 50,000). */
export async function measureApprovals(adminUrl: string | null): Promise<void> {
  const tasks = Number(process.env['BENCH_TASKS'] ?? (adminUrl ? 1_000_000 : 50_000));
  const ground = await openGround(
    adminUrl,
    async (server) => {
      await publishStory(server, 'line10', lineOf('line10', 10));
      await publishStory(server, 'line200', lineOf('line200', 200));
      await publishStory(
        server,
        'short',
        flowFile('short', `${edge('f1', 'apply', 'one')}${task('one user leader')}${edge('f2', 'one', 'e')}`),
      );
    },
    (store) => fill(store, tasks),
  );
  try {
    await todo(ground, tasks);
    await stepCost(ground);
    await pace(ground);
  } finally {
    await ground.close();
  }
}
