import { publishForm } from '../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../src/server/flowDocuments/publishFlow.ts';
import { edge, flowFile, task } from '../server/approval/story.ts';
import { author } from '../server/support/sealDemo.ts';
import type { TestServer } from '../server/support.ts';
import { approvalFaults, madeFaults } from './approvalFaults.ts';
import { createCaller, type Caller, type Calls } from './caller.ts';
import { brokenInvariants } from './invariants.ts';
import { createProduct, prepareGround, type Ground, type Product } from './product.ts';

export interface ApprovalChaos {
  /** null: the embedded database. */
  adminUrl: string | null;
  /**
   * At least so many applications, of `STEPS` steps each: more where the server was not yet killed `leastKills` times.
   */
  applications: number;
  leastKills: number;
  /** After so many kills in the midst of work the rest goes undisturbed; without it they go on to the end. */
  mostKills?: number;
  /** On PostgreSQL: requests of a killed server may be taken over at once, before their lease ends. */
  isTakenOverAtOnce?: boolean;
  say(line: string): void;
}
export interface ApprovalReport {
  store: string;
  finished: number;
  steps: number;
  kills: number;
  killsAtStart: number;
  calls: Calls;
  seconds: number;
  faults: string[];
}

const KEY = 'chaos';
/** Records that the events of an application bring about: one of each, however often the server dies in between. */
const LINES = 'chaosLine';
const MADE = [
  { at: { on: 'submitted' }, title: '提交' },
  { at: { on: 'passed', node: 'both' }, title: '会签' },
  { at: { on: 'finished' }, title: '办结' },
] as const;
/** Steps of one application: submit, two who approve beside each other, two who must both sign, one who ends it. */
export const STEPS = 6;
/** Applications that are under way at once. */
const AT_ONCE = 4;
/** Of so many starts one is cut short by a kill of its own. */
const KILLED_STARTS = 0.25;
const PATIENCE_MS = 30_000;

const BODY = `${edge('f1', 'apply', 'fork')}<parallelGateway id="fork"/>${edge('a1', 'fork', 'one')}${edge('b1', 'fork', 'two')}${task('one user leader')}${task('two user manager')}
  ${edge('a2', 'one', 'join')}${edge('b2', 'two', 'join')}<parallelGateway id="join"/>${edge('f2', 'join', 'both')}${task('both user finance,sealer', '<sf:sign mode="all"/>')}
  ${edge('f3', 'both', 'last')}${task('last user hr', '<sf:timer due="P1D" action="none"/>')}${edge('f4', 'last', 'e')}`;

async function publish({ context }: TestServer): Promise<void> {
  await publishFlow(context, { xml: flowFile(KEY, BODY), note: '', author });
  const fields = [{ tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1' }];
  const form = { formKey: KEY, formName: KEY, note: '', author };
  // each names the other: first without what is not there yet
  await publishForm(context, { ...form, definition: { flowKey: KEY, fields } });
  await publishForm(context, {
    formKey: LINES,
    formName: LINES,
    note: '',
    author,
    definition: {
      fields: [...fields, { tag: 'recordSelector', __vModel__: 'of', label: '申请', to: KEY }],
    },
  });
  const effects = MADE.map(({ at, title }) => ({ ...at, create: LINES, fields: { title: `'${title}'`, of: 'id' } }));
  await publishForm(context, { ...form, definition: { flowKey: KEY, fields, effects } });
}

const pause = (ms: number): Promise<void> =>
  new Promise((wake) => {
    setTimeout(wake, ms);
  });

/**
 * One step of a person, repeated with its key until it is acknowledged; what another has changed meanwhile is read
 * again, as the page does.
 */
async function step(caller: Caller, id: string | null, action: string): Promise<string> {
  for (let tries = 0; tries < 50; tries += 1) {
    const stored =
      id === null
        ? null
        : (await caller.get<{ revision: number } | null>(`/api/system/frmCrud/getById/${KEY}?id=${id}`)).data;
    const record =
      id === null
        ? { fieldsMap: { title: '事项' }, childTables: {} }
        : { id, revision: stored?.revision ?? 0, fieldsMap: {}, childTables: {} };
    const answer = await caller.post<{ id: string }>(`/api/system/frmCrud/runProcess/${KEY}`, { record, action });
    if (answer.code === '1') return answer.data.id;
    if (answer.code !== 'RECORD_STALE')
      throw new Error(`${action} of ${id ?? 'a new one'}: ${answer.code} ${answer.msg}`);
  }
  throw new Error(`${action} of ${id ?? 'a new one'}: stale again and again`);
}

/** Ends the time for which requests are kept for the server that has been killed. */
async function endLeases({ databaseUrl, open }: Ground): Promise<void> {
  if (databaseUrl === null) return;
  const store = await open();
  await store.db
    .updateTable('http_idempotency')
    .set({ lease_until: new Date(0) })
    .where('answer', 'is', null)
    .execute();
  await store.close();
}

/** Kills at random moments until told to stop, some of the starts included. */
async function harm(
  product: Product,
  ground: Ground,
  report: ApprovalReport,
  isOver: () => boolean,
  { say, mostKills = Infinity, isTakenOverAtOnce = false }: ApprovalChaos,
): Promise<void> {
  while (!isOver() && report.kills < mostKills) {
    // requests whose server died are taken over when their lease is out: mostly a kill waits until somebody got on
    const before = report.steps;
    const deadline = Date.now() + PATIENCE_MS;
    while (Math.random() < 0.98 && report.steps === before && !isOver() && Date.now() < deadline) await pause(50);
    await pause(Math.random() * 1_000);
    if (isOver()) return;
    await product.kill(report.store !== 'PostgreSQL' && Math.random() < 0.25 ? 'both' : 'server');
    report.kills += 1;
    while (Math.random() < KILLED_STARTS) {
      const start = product.start().then(
        () => true,
        () => false,
      );
      await pause(Math.random() * 1_500);
      await product.kill();
      await start;
      report.killsAtStart += 1;
    }
    if (isTakenOverAtOnce) await endLeases(ground);
    await product.start();
    if (report.kills % 10 === 0) say(`${report.kills} kills, ${report.steps} steps acknowledged`);
  }
}

/**
 * Approvals by six people at once, side by side and one after the other, while the server is killed at random moments
 * and started again. Answers what was lost, done twice or left behind.
 */
export async function runApprovals(options: ApprovalChaos): Promise<ApprovalReport> {
  const { adminUrl, applications, leastKills, mostKills } = options;
  const ground = await prepareGround(adminUrl, publish);
  const calls: Calls = { sent: 0, answered: 0, repeated: 0, replayed: 0, longestMs: 0 };
  const report: ApprovalReport = {
    store: adminUrl ? 'PostgreSQL' : 'embedded',
    finished: 0,
    steps: 0,
    kills: 0,
    killsAtStart: 0,
    calls,
    seconds: 0,
    faults: [],
  };
  const began = Date.now();
  const product = await createProduct(ground);
  try {
    await product.start();
    const [staff, leader, manager, finance, sealer, hr] = await Promise.all(
      ['staff', 'leader', 'manager', 'finance', 'sealer', 'hr'].map((name) =>
        createCaller(() => product.url, name, calls),
      ),
    );
    const did = async (caller: Caller | undefined, id: string | null, action: string): Promise<string> => {
      const done = await step(caller!, id, action);
      report.steps += 1;
      return done;
    };
    const finished: string[] = [];
    let left = applications;
    const work = async (): Promise<void> => {
      while (left > 0 || report.kills < leastKills) {
        left -= 1;
        try {
          const id = await did(staff, null, 'submit');
          await Promise.all([did(leader, id, 'approve'), did(manager, id, 'approve')]);
          await Promise.all([did(finance, id, 'approve'), did(sealer, id, 'approve')]);
          await did(hr, id, 'approve');
          finished.push(id);
          report.finished += 1;
        } catch (error) {
          report.faults.push(String(error));
        }
      }
    };
    let isOver = false;
    const harming = harm(product, ground, report, () => isOver, options);
    // a server that does not start again would be waited for in vain
    const working = Promise.all(Array.from({ length: AT_ONCE }, work));
    await Promise.race([working, harming]);
    if (report.kills >= (mostKills ?? Infinity)) await working;
    isOver = true;
    await harming;
    const code = await product.stop();
    if (code !== 0) report.faults.push(`the last end had code ${code}\n${product.output()}`);
    const store = await ground.open();
    report.faults.push(
      ...(await approvalFaults(store, KEY, finished)),
      ...(await madeFaults(store, { made: LINES, of: KEY, titles: MADE.map(({ title }) => title), finished })),
      ...(await brokenInvariants(store)),
    );
    await store.close();
    return { ...report, seconds: Math.round((Date.now() - began) / 1000) };
  } finally {
    await product.kill().catch(() => undefined);
    await ground.remove();
  }
}
