import { sql, type Kysely } from 'kysely';
import { recordAuditEvent } from '../audit/index.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { scheduleText, type JobKind } from './jobKinds.ts';
import type { JobOutcome } from './tables.ts';

/**
 * A job in the list of 定时任务. `state`: `asked` if somebody requested a run that has not begun, `retrying` if the last
 * run failed and will be repeated. `lastDuration`: how long the last run took.
 */
export interface JobRow {
  id: string;
  title: string;
  note: string;
  schedule: string;
  state: 'waiting' | 'running' | 'retrying' | 'asked' | 'paused';
  nextTime: string;
  lastTime: string;
  lastDuration: string;
  lastOutcome: JobOutcome | '';
  lastResult: string;
}

export interface JobRunRow {
  id: string;
  startTime: string;
  duration: string;
  outcome: JobOutcome;
  result: string;
  /** Name of the user who requested the run; '按计划' for a scheduled run. */
  askedBy: string;
  server: string;
}

/** Returns a duration in Chinese; '' while the run has not ended. */
export function durationText(from: Date, to: Date | null): string {
  if (to === null) return '';
  const ms = Math.max(0, to.getTime() - from.getTime());
  if (ms < 1000) return `${ms} 毫秒`;
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${tenths / 10} 秒`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours} 小时 ` : ''}${minutes} 分 ${seconds % 60} 秒`;
}

/** Returns the jobs of this server with their last runs, in the order in which they are registered. */
export async function listJobs(db: Kysely<Database>, kinds: readonly JobKind[]): Promise<JobRow[]> {
  const jobs = await db
    .selectFrom('sys_job as j')
    .select(['j.kind', 'j.next_at', 'j.is_paused', 'j.tries', 'j.asked_by'])
    .select(sql<boolean>`(run_id is not null and lease_until > now())`.as('isRunning'))
    .execute();
  const runs = await db
    .selectFrom('sys_job_run')
    .distinctOn('kind')
    .selectAll()
    .orderBy('kind')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return kinds.flatMap((jobKind): JobRow[] => {
    const job = jobs.find(({ kind }) => kind === jobKind.kind);
    if (!job) return [];
    const run = runs.find(({ kind }) => kind === jobKind.kind);
    return [
      {
        id: jobKind.kind,
        title: jobKind.title,
        note: jobKind.note,
        schedule: scheduleText(jobKind.schedule),
        state: stateOf(job),
        nextTime: job.is_paused ? '' : timeText(job.next_at),
        lastTime: run ? timeText(run.started_at) : '',
        lastDuration: run ? durationText(run.started_at, run.ended_at) : '',
        lastOutcome: run?.outcome ?? '',
        lastResult: run?.result ?? '',
      },
    ];
  });
}

function stateOf(job: {
  isRunning: boolean;
  asked_by: string | null;
  is_paused: boolean;
  tries: number;
}): JobRow['state'] {
  if (job.isRunning) return 'running';
  if (job.asked_by !== null) return 'asked';
  if (job.is_paused) return 'paused';
  return job.tries > 0 ? 'retrying' : 'waiting';
}

/** Returns the last runs of a job, the latest first. */
export async function listRuns(
  db: Kysely<Database>,
  kind: string,
  { pageNum, pageSize }: Page,
): Promise<{ rows: JobRunRow[]; total: number }> {
  const query = db.selectFrom('sys_job_run').where('kind', '=', kind);
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return {
    total,
    rows: rows.map((run) => ({
      id: run.id,
      startTime: timeText(run.started_at),
      duration: durationText(run.started_at, run.ended_at),
      outcome: run.outcome,
      result: run.result,
      askedBy: run.asked_by === '' ? '按计划' : run.asked_by,
      server: run.server,
    })),
  };
}

/** Makes a job due now, even if it is paused. Refuses with JOB_RUNNING while it runs. */
export async function requestRun(trx: Trx, job: JobKind, userName: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('sys_job')
    .set({ next_at: sql<Date>`now()`, asked_by: userName, tries: 0 })
    .where('kind', '=', job.kind)
    .where(sql<boolean>`(lease_until is null or lease_until <= now())`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('JOB_RUNNING', { name: job.title });
  await recordAuditEvent(trx, { action: 'jobRun', object: 'sys_job', objectId: job.kind, objectName: job.title });
}

/** Pauses or resumes a job. A current run is not interrupted. */
export async function pauseJob(trx: Trx, job: JobKind, isPaused: boolean): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('sys_job')
    .set({ is_paused: isPaused })
    .where('kind', '=', job.kind)
    .where('is_paused', '!=', isPaused)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await recordAuditEvent(trx, {
    action: isPaused ? 'jobPaused' : 'jobResumed',
    object: 'sys_job',
    objectId: job.kind,
    objectName: job.title,
  });
}
