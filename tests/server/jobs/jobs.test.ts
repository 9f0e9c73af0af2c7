import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addJobs,
  nextTime,
  prepareJobs,
  runDueJobs,
  runJob,
  scheduleText,
  type JobKind,
} from '../../../src/server/jobs/index.ts';
import { durationText } from '../../../src/server/jobs/listJobs.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const BASE = '/api/system/sys/job';
let server: TestServer;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
  staff = await server.api('staff');
});
afterAll(() => server.dispose());

/** The one job of these tests, due now. `run` is set by each test. */
let run: JobKind['run'];
const job: JobKind = {
  kind: 'trial',
  title: '试验任务',
  note: '',
  schedule: { everyMinutes: 60 },
  run: (signal) => run(signal),
};
const errors: unknown[] = [];
const as = (name: string, leaseSeconds = 60) => ({
  server: name,
  leaseSeconds,
  onError: (error: unknown) => errors.push(error),
});
const db = () => server.context.db;
const row = () => db().selectFrom('sys_job').selectAll().where('kind', '=', 'trial').executeTakeFirstOrThrow();
const runs = () =>
  db().selectFrom('sys_job_run').selectAll().where('kind', '=', 'trial').orderBy('started_at').orderBy('id').execute();
const minutesAhead = async (): Promise<number> => Math.round(((await row()).next_at.getTime() - Date.now()) / 60_000);
const due = () => sql`update sys_job set next_at = now() where kind = 'trial'`.execute(db());

beforeEach(async () => {
  errors.length = 0;
  await db().deleteFrom('sys_job').where('kind', '=', 'trial').execute();
  await prepareJobs(db(), [job]);
  await due();
});

describe('a scheduled job', () => {
  it('that is due is run once by two servers that look at the same time', async () => {
    const by: string[] = [];
    run = async () => {
      by.push('run');
      await new Promise((done) => setTimeout(done, 100));
      return '完成 3 件';
    };
    await Promise.all([runDueJobs(db(), [job], as('one')), runDueJobs(db(), [job], as('two'))]);
    await Promise.all([runDueJobs(db(), [job], as('one')), runDueJobs(db(), [job], as('two'))]);
    expect(by).toEqual(['run']);
    expect((await runs()).map(({ outcome, result }) => [outcome, result])).toEqual([['done', '完成 3 件']]);
    expect(await minutesAhead()).toBe(60);
  });

  it('whose server died is run again by another one once its lease is over, and not before', async () => {
    // the first server never comes back: it keeps its lease for two seconds only
    run = () => new Promise<void>(() => undefined);
    void runJob(db(), job, { ...as('dead', 2), onError: () => undefined });
    await expect.poll(async () => (await runs()).length).toBe(1);
    run = async () => undefined;
    expect(await runJob(db(), job, as('alive'))).toBe(false);
    // as after a kill: nobody renews the lease
    await sql`update sys_job set lease_until = now() - interval '1 second' where kind = 'trial'`.execute(db());
    expect(await runJob(db(), job, as('alive'))).toBe(true);
    expect((await runs()).map(({ server: name, outcome }) => [name, outcome])).toEqual([
      ['dead', 'lost'],
      ['alive', 'done'],
    ]);
    expect((await row()).tries).toBe(0);
  });

  it('is told when another server has taken it over, and then notes nothing', async () => {
    let wasAborted = false;
    let go: () => void = () => undefined;
    run = (signal) =>
      new Promise((done) => {
        signal.addEventListener('abort', () => {
          wasAborted = true;
          done('太晚');
        });
        go = () => done('太晚');
      });
    const first = runJob(db(), job, as('slow', 1));
    await expect.poll(async () => (await runs()).length).toBe(1);
    await sql`update sys_job set run_id = 'another', lease_until = now() + interval '1 minute' where kind = 'trial'`.execute(
      db(),
    );
    await first;
    go();
    expect(wasAborted).toBe(true);
    expect((await row()).run_id).toBe('another');
    expect((await runs()).map(({ outcome }) => outcome)).toEqual(['running']);
  });

  it('that fails is tried again ever later, five times, and then waits for its regular time', async () => {
    run = () => Promise.reject(new Error('磁盘不可写'));
    const waits: number[] = [];
    for (let index = 0; index < 5; index += 1) {
      await due();
      expect(await runJob(db(), job, as('one'))).toBe(true);
      waits.push(await minutesAhead());
    }
    expect(waits).toEqual([1, 2, 4, 8, 60]);
    expect((await row()).tries).toBe(0);
    expect((await runs()).at(-1)).toMatchObject({ outcome: 'failed', result: '磁盘不可写' });
    expect(errors).toHaveLength(5);
  });

  it('that ended its servers five times is not given to a sixth one before its regular time', async () => {
    await sql`update sys_job set tries = 5, run_id = 'r', lease_until = now() - interval '1 second' where kind = 'trial'`.execute(
      db(),
    );
    run = () => Promise.reject(new Error('must not run'));
    expect(await runJob(db(), job, as('sixth'))).toBe(false);
    expect([await minutesAhead(), (await row()).tries]).toEqual([60, 0]);
  });

  it('keeps two hundred of its runs', async () => {
    await sql`insert into sys_job_run (id, kind, started_at, outcome, server) select 'old' || n, 'trial', now() - make_interval(hours => n), 'done', 'x' from generate_series(1, 205) n`.execute(
      db(),
    );
    run = async () => undefined;
    await runJob(db(), job, as('one'));
    expect((await runs()).length).toBe(200);
  });

  it('waits for the time of its calendar when that was moved, earlier or later, and else for its repetition', async () => {
    const inDays = (days: number) => {
      const time = new Date(Date.now() + days * 86_400_000);
      const calendar = { unit: 'year', month: time.getMonth() + 1, day: time.getDate(), hour: 8 } as const;
      return { ...job, schedule: { calendar } };
    };
    await db().deleteFrom('sys_job').where('kind', '=', 'trial').execute();
    for (const days of [40, 20, 60]) {
      await addJobs(db(), [inDays(days)]);
      expect((await row()).next_at).toEqual(nextTime(inDays(days).schedule));
    }
    // missed while no server ran, and to be run a little later
    await sql`update sys_job set next_at = now() - interval '1 hour' where kind = 'trial'`.execute(db());
    await prepareJobs(db(), [inDays(60)]);
    await addJobs(db(), [inDays(40)]);
    expect(await minutesAhead()).toBe(10);
    await sql`update sys_job set next_at = now() + interval '16 minutes', tries = 4 where kind = 'trial'`.execute(db());
    await addJobs(db(), [inDays(40)]);
    expect(await minutesAhead()).toBe(16);
  });

  it('says how long it took', () => {
    const text = (ms: number) => durationText(new Date(0), new Date(ms));
    expect([999, 1_250, 59_970, 119_600, 4_503_000].map(text)).toEqual([
      '999 毫秒',
      '1.3 秒',
      '1 分 0 秒',
      '2 分 0 秒',
      '1 小时 15 分 3 秒',
    ]);
  });

  it('says when it is due', () => {
    expect(
      [{ everyMinutes: 10 }, { everyMinutes: 60 }, { everyMinutes: 360 }, { dailyAt: '03:05' }].map(scheduleText),
    ).toEqual(['每 10 分钟', '每小时', '每 6 小时', '每天 03:05']);
    const at = (hours: number) => new Date(2030, 0, 31, hours, 0);
    expect(nextTime({ dailyAt: '03:05' }, at(2)).getTime() - at(2).getTime()).toBe(65 * 60_000);
    expect(nextTime({ dailyAt: '03:05' }, at(4)).getTime() - at(4).getTime()).toBe((23 * 60 + 5) * 60_000);
  });
});

describe('the page of jobs', () => {
  const page = async () =>
    (
      await admin.post<{
        data: { id: string; state: string; schedule: string; lastOutcome: string; nextTime: string }[];
      }>(`${BASE}/page`, {})
    ).data.data;
  const find = async (id: string) => (await page()).find((one) => one.id === id);

  it('runs a job at once when an administrator asks, and says who asked', async () => {
    expect((await admin.post(`${BASE}/run`, { id: 'removeExpired' })).code).toBe('1');
    await expect.poll(async () => (await find('removeExpired'))?.lastOutcome, { timeout: 10_000 }).toBe('done');
    const { data } = await admin.post<{ data: { askedBy: string; outcome: string; duration: string }[] }>(
      `${BASE}/runs`,
      {
        data: { kind: 'removeExpired' },
      },
    );
    expect(data.data[0]).toMatchObject({ outcome: 'done', askedBy: expect.not.stringMatching('按计划') });
    expect(data.data[0]?.duration).toMatch(/毫秒|秒/);
    const { data: noted } = await admin.post<{ data: { actionType: string; objectType: string }[] }>(
      '/api/system/sysAudit/getList',
      { data: { object: 'sys_job' } },
    );
    expect(noted.data[0]).toMatchObject({ actionType: '立即执行', objectType: '定时任务' });
  });

  it('pauses a job, which is run only when it is asked for, and lets it go on', async () => {
    expect((await admin.post(`${BASE}/setPaused`, { id: 'sweepImports', paused: true })).code).toBe('1');
    await sql`update sys_job set next_at = now() where kind = 'sweepImports'`.execute(db());
    expect(await find('sweepImports')).toMatchObject({ state: 'paused', nextTime: '', schedule: '每小时' });
    run = () => Promise.resolve('');
    const runDue = () => runDueJobs(db(), [{ ...job, kind: 'sweepImports' }], as('one'));
    await runDue();
    expect((await find('sweepImports'))?.lastOutcome).toBe('');
    await admin.post(`${BASE}/run`, { id: 'sweepImports' });
    await runDue();
    await expect.poll(async () => (await find('sweepImports'))?.lastOutcome, { timeout: 10_000 }).toBe('done');
    expect((await find('sweepImports'))?.state).toBe('paused');
    await admin.post(`${BASE}/setPaused`, { id: 'sweepImports', paused: false });
    expect((await find('sweepImports'))?.state).toBe('waiting');
  });

  it('refuses to run what runs, and what there is not', async () => {
    await sql`update sys_job set run_id = 'r', lease_until = now() + interval '1 minute' where kind = 'tally'`.execute(
      db(),
    );
    expect((await admin.post(`${BASE}/run`, { id: 'tally' })).code).toBe('JOB_RUNNING');
    expect((await admin.post(`${BASE}/run`, { id: 'nothing' })).code).toBe('404');
    await sql`update sys_job set run_id = null, lease_until = null where kind = 'tally'`.execute(db());
  });

  it('is for administrators alone', async () => {
    const codes = await Promise.all([
      staff.post(`${BASE}/page`, {}),
      staff.post(`${BASE}/runs`, { data: { kind: 'tally' } }),
      staff.post(`${BASE}/run`, { id: 'tally' }),
      staff.post(`${BASE}/setPaused`, { id: 'tally', paused: true }),
    ]);
    expect(codes.map(({ code }) => code)).toEqual(['403', '403', '403', '403']);
  });
});
