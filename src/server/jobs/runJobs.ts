import { hostname } from 'node:os';
import { sql, type Kysely } from 'kysely';
import { runPeriodically } from '../runPeriodically.ts';
import { loggableError } from '../observe/loggableError.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import { listCurrentJobs, nextTime, type JobKind } from './jobKinds.ts';

type Db = Kysely<Database>;

const POLL_MS = 3_000;
/** After this many failed or lost attempts in a row a job waits for its next regular time. */
const MAX_TRIES = 5;
/** How many runs of a kind are stored; older runs are deleted. */
const MAX_KEPT_RUNS = 200;
/**
 * How long after its start a server delays jobs that were missed while no server ran (`prepareJobs`), so that these
 * jobs do not slow down the start.
 */
const CATCH_UP_MINUTES = 10;
const MAX_RESULT_CHARS = 1_000;
const SERVER = `${hostname()}:${process.pid}`;

export interface JobOptions {
  onError(error: unknown): void;
  /** How long a run belongs to its server without renewal; 60 by default. */
  leaseSeconds?: number;
  /** Name of the server as shown in the list of runs. */
  server?: string;
  /** Called after a run. `hasGivenUp`: the run failed, and there is no further attempt before the regular time. */
  onEnd?(job: JobKind, runResult: { outcome: 'done' | 'failed'; result: string; hasGivenUp: boolean }): Promise<void>;
}

interface Claim {
  runId: string;
  /** Number of attempts in a row, including this one. */
  tries: number;
}

/**
 * Inserts a row into `sys_job` for each kind of job that has none. A job whose calendar has changed becomes due at the
 * next time of the new calendar, unless it is running, or is due earlier to repeat a failed or missed run. A run
 * that is due within `CATCH_UP_MINUTES` counts as missed.
 */
export async function addJobs(db: Db, kinds: readonly JobKind[]): Promise<void> {
  if (kinds.length === 0) return;
  await db
    .insertInto('sys_job')
    .values(kinds.map(({ kind, schedule }) => ({ kind, next_at: nextTime(schedule) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const { kind, schedule } of kinds) {
    if (!('calendar' in schedule)) continue;
    const nextRun = nextTime(schedule);
    await db
      .updateTable('sys_job')
      .set({ next_at: nextRun })
      .where('kind', '=', kind)
      .where(
        sql<boolean>`(next_at > ${nextRun}
          or (next_at < ${nextRun} and tries = 0 and next_at > now() + make_interval(mins => ${CATCH_UP_MINUTES})))`,
      )
      .where('run_id', 'is', null)
      .execute();
  }
}

/**
 * Adds the jobs when a server starts (`addJobs`), and delays the jobs that became due while no server ran, except those
 * that a person requested (`asked_by`).
 */
export async function prepareJobs(db: Db, kinds: readonly JobKind[]): Promise<void> {
  await addJobs(db, kinds);
  await db
    .updateTable('sys_job')
    .set({ next_at: sql<Date>`now() + make_interval(mins => ${CATCH_UP_MINUTES})` })
    .where('next_at', '<', sql<Date>`now() - interval '1 minute'`)
    .where('asked_by', 'is', null)
    .where('run_id', 'is', null)
    .execute();
}

/**
 * Claims a due job for this server. Returns null if the job is not due, is paused and not requested by a person, is run
 * by another server, or has been tried too often. A run whose lease expired without renewal is marked as lost.
 */
async function claim(db: Db, { kind, schedule }: JobKind, options: JobOptions): Promise<Claim | null> {
  const runId = newId();
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('sys_job')
      .set({
        run_id: runId,
        tries: sql`tries + 1`,
        lease_until: sql<Date>`now() + make_interval(secs => ${options.leaseSeconds ?? 60})`,
      })
      .where('kind', '=', kind)
      .where('next_at', '<=', sql<Date>`now()`)
      .where(sql<boolean>`(lease_until is null or lease_until <= now())`)
      .where(sql<boolean>`(not is_paused or asked_by is not null)`)
      .returning(['tries', 'asked_by'])
      .executeTakeFirst();
    if (!row) return null;
    await trx
      .updateTable('sys_job_run')
      .set({ outcome: 'lost', ended_at: sql<Date>`now()`, result: '执行它的服务器中途停止' })
      .where('kind', '=', kind)
      .where('outcome', '=', 'running')
      .execute();
    if (row.tries > MAX_TRIES) {
      // the servers that ran the job stopped each time: the job waits for its regular time, so that it does not stop
      // more servers
      await release(trx, { kind, runId, tries: 0, nextAt: nextTime(schedule) });
      return null;
    }
    const { server = SERVER } = options;
    await trx
      .insertInto('sys_job_run')
      .values({ id: runId, kind, asked_by: row.asked_by ?? '', server })
      .execute();
    return { runId, tries: row.tries };
  });
}

/** Releases a job, unless another server has taken it over. Returns true if the job still belonged to this server. */
async function release(
  db: Db,
  { kind, runId, tries, nextAt }: { kind: string; runId: string; tries: number; nextAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sys_job')
    .set({ run_id: null, lease_until: null, asked_by: null, tries, next_at: nextAt })
    .where('kind', '=', kind)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Stores how a run ended and when the job is due again: after a failure with a growing delay, but not later than its
 * regular time; after success or `MAX_TRIES` failures at its regular time. Stores nothing if another server has taken
 * over the job. Deletes old runs.
 */
async function finish(
  db: Db,
  { kind, schedule }: JobKind,
  { runId, tries }: Claim,
  { outcome, result }: { outcome: 'done' | 'failed'; result: string },
): Promise<void> {
  const regularTime = nextTime(schedule);
  const willRetry = outcome === 'failed' && tries < MAX_TRIES;
  const retryAt = new Date(Math.min(Date.now() + 2 ** (tries - 1) * 60_000, regularTime.getTime()));
  await db.transaction().execute(async (trx) => {
    const nextState = { kind, runId, tries: willRetry ? tries : 0, nextAt: willRetry ? retryAt : regularTime };
    if (!(await release(trx, nextState))) return;
    await trx
      .updateTable('sys_job_run')
      .set({ outcome, result: result.slice(0, MAX_RESULT_CHARS), ended_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', runId)
      .execute();
    await sql`delete from sys_job_run where kind = ${kind} and id in
      (select id from sys_job_run where kind = ${kind} order by started_at desc, id desc offset ${MAX_KEPT_RUNS})`.execute(
      trx,
    );
  });
}

/** Runs a job if this server can claim it (`claim`), and renews the lease meanwhile. Returns whether it was run. */
export async function runJob(db: Db, job: JobKind, options: JobOptions): Promise<boolean> {
  const jobClaim = await claim(db, job, options);
  if (!jobClaim) return false;
  const { leaseSeconds = 60 } = options;
  const takeover = new AbortController();
  const renewal = runPeriodically(
    (leaseSeconds * 1000) / 3,
    async () => {
      const { numUpdatedRows } = await db
        .updateTable('sys_job')
        .set({ lease_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
        .where('kind', '=', job.kind)
        .where('run_id', '=', jobClaim.runId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) takeover.abort();
    },
    options.onError,
  );
  let runResult: { outcome: 'done' | 'failed'; result: string };
  try {
    runResult = { outcome: 'done', result: (await job.run(takeover.signal)) ?? '' };
  } catch (error) {
    options.onError(error);
    runResult = { outcome: 'failed', result: loggableError(error).message };
  }
  await renewal.stop();
  await finish(db, job, jobClaim, runResult);
  const hasGivenUp = runResult.outcome === 'failed' && jobClaim.tries >= MAX_TRIES;
  await options.onEnd?.(job, { ...runResult, hasGivenUp });
  return true;
}

/**
 * Runs the due jobs one after the other. A job whose state cannot be stored does not prevent the other jobs from
 * running.
 */
export async function runDueJobs(db: Db, kinds: readonly JobKind[], options: JobOptions): Promise<void> {
  const dueJobs = await db
    .selectFrom('sys_job')
    .select('kind')
    .where('next_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`(lease_until is null or lease_until <= now())`)
    .where(sql<boolean>`(not is_paused or asked_by is not null)`)
    .orderBy('next_at')
    .execute();
  for (const { kind } of dueJobs) {
    const job = kinds.find((candidate) => candidate.kind === kind);
    if (job) await runJob(db, job, options).catch(options.onError);
  }
}

/** Prepares the jobs (`prepareJobs`), then runs the due jobs every few seconds. `stop` waits for the running job. */
export async function startJobs(
  context: { db: Db },
  options: JobOptions,
): Promise<{
  stop(): Promise<void>;
}> {
  await prepareJobs(context.db, await listCurrentJobs(context));
  let previousKinds: readonly JobKind[] = [];
  return runPeriodically(
    POLL_MS,
    async () => {
      const kinds = await listCurrentJobs(context);
      const addedKinds = kinds.filter((kind) => !previousKinds.includes(kind));
      await addJobs(context.db, addedKinds);
      previousKinds = kinds;
      await runDueJobs(context.db, kinds, options);
    },
    options.onError,
  );
}
