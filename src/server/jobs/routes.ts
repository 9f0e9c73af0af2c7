import type { Routes } from '../context.ts';
import { ok, paged, pagedPart, pageOf, type Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import { listCurrentJobs, type JobKind } from './jobKinds.ts';
import { requestRun, listJobs, listRuns, pauseJob } from './listJobs.ts';
import { addJobs } from './runJobs.ts';

const text = { type: 'string', maxLength: 100, nullable: true } as const;
const kind = { type: 'string', minLength: 1, maxLength: 64 } as const;

interface ListRequest {
  Body: { page?: Partial<Page> | null; data?: { keyword?: string | null; kind?: string | null } | null } | null;
}

/** Routes of scheduled jobs, for administrators: list jobs and runs, start a run, pause and resume a job. */
export const jobRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['system'];
  const base = '/api/system/sys/job';
  /** Returns the job of this kind, after adding its row if it is missing. Refuses with 404 an unknown kind. */
  const jobOf = async (id: string): Promise<JobKind> => {
    const job = (await listCurrentJobs(context)).find((candidate) => candidate.kind === id);
    if (!job) throw new Refusal('404');
    // the job of a newly published rule has no row until a server polls for due jobs
    await addJobs(db, [job]);
    return job;
  };
  app.post<ListRequest>(
    `${base}/page`,
    { schema: { tags, summary: '定时任务', body: listBodyWith({ keyword: text }) } },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const keyword = request.body?.data?.keyword?.trim() ?? '';
      const kinds = await listCurrentJobs(context);
      await addJobs(db, kinds);
      const rows = (await listJobs(db, kinds)).filter(({ title, note }) => `${title} ${note}`.includes(keyword));
      return pagedPart(rows, page);
    },
  );
  app.post<ListRequest>(
    `${base}/runs`,
    { schema: { tags, summary: '定时任务的执行记录', body: listBodyWith({ kind: { ...kind, nullable: true } }) } },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const { rows, total } = await listRuns(db, request.body?.data?.kind ?? '', page);
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/run`,
    {
      schema: {
        tags,
        summary: '立即执行定时任务',
        body: { type: 'object', required: ['id'], additionalProperties: false, properties: { id: kind } },
      },
    },
    async (request) => {
      const { name } = adminOf(request);
      const job = await jobOf(request.body.id);
      await db.transaction().execute((trx) => requestRun(trx, job, name));
      return ok(null, '已安排，几秒内开始执行');
    },
  );
  app.post<{ Body: { id: string; paused: boolean } }>(
    `${base}/setPaused`,
    {
      schema: {
        tags,
        summary: '暂停或恢复定时任务',
        body: {
          type: 'object',
          required: ['id', 'paused'],
          additionalProperties: false,
          properties: { id: kind, paused: { type: 'boolean' } },
        },
      },
    },
    async (request) => {
      adminOf(request);
      const job = await jobOf(request.body.id);
      const { paused } = request.body;
      await db.transaction().execute((trx) => pauseJob(trx, job, paused));
      return ok(null, paused ? '已暂停' : '已恢复');
    },
  );
};
