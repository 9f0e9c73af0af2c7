import type { Routes } from '../../context.ts';
import { ok, paged, pageOf } from '../../http/envelope.ts';
import { id, key } from '../../http/schemas.ts';
import { adminOf } from '../../http/user.ts';
import { withEach } from './hold.ts';
import { moveInstances } from './move.ts';
import { listInstances, versionsInUse, type InstanceQuery } from './overview.ts';
import { runningOn } from './runningApprovals.ts';
import { retry } from './retry.ts';
import { assign, instancesOf, reassign } from './reassign.ts';
import { resume, suspend } from './suspend.ts';

const ids = { type: 'array', minItems: 1, maxItems: 500, items: id } as const;
const reason = { type: 'string', minLength: 1, maxLength: 500, pattern: '\\S' } as const;
const version = { type: 'integer', minimum: 1, maximum: 1_000_000 } as const;
const page = {
  type: 'object',
  properties: {
    pageNum: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    pageSize: { type: 'integer', minimum: 1, maximum: 500 },
  },
} as const;
const body = (required: readonly string[], properties: object): object => ({ type: 'object', required, properties });

interface Many {
  instanceIds: string[];
  reason: string;
}
interface Reassigning {
  from: string;
  to: string;
  instanceIds?: string[];
  reason: string;
}
interface Moving {
  instanceIds: string[];
  flowVersion?: number;
  formVersion?: number;
  isDryRun?: boolean;
  reason?: string;
}

/** What administrators do with processes under way. Everything they do stands in the history. */
export const flowAdminRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['flowAdmin'];
  const base = '/api/task/flow/admin';
  const query = body([], {
    page,
    status: { enum: ['all', 'running', 'stuck', 'overdue', 'suspended'] },
    formKey: key,
    flowVersion: version,
    holder: id,
    keyword: { type: 'string', maxLength: 200 },
  });
  app.post<{ Body: (Omit<InstanceQuery, 'page'> & { page?: { pageNum?: number; pageSize?: number } }) | null }>(
    `${base}/instances`,
    { schema: { tags, summary: '在办流程', body: { ...query, nullable: true, additionalProperties: false } } },
    async (request) => {
      adminOf(request);
      const { page: asked, ...rest } = request.body ?? {};
      const wanted = pageOf({ page: asked });
      const { rows, total } = await listInstances(db, { ...rest, page: wanted });
      return paged(rows, wanted, total);
    },
  );
  app.get(`${base}/versions`, { schema: { tags, summary: '在办流程的版本' } }, async (request) => {
    adminOf(request);
    return ok(await versionsInUse(db));
  });
  app.get<{ Querystring: { userId: string } }>(
    `${base}/heldBy`,
    { schema: { tags, summary: '某人的在办流程数', querystring: body(['userId'], { userId: id }) } },
    async (request) => {
      adminOf(request);
      return ok((await instancesOf(db, request.query.userId)).length);
    },
  );
  const many = body(['instanceIds', 'reason'], { instanceIds: ids, reason });
  app.post<{ Body: Many }>(
    `${base}/suspend`,
    { schema: { tags, summary: '暂停流程', body: many } },
    async (request) => {
      const user = adminOf(request);
      return ok(
        await withEach(context, request.body.instanceIds, (trx, instance) =>
          suspend(context, trx, instance, user, request.body.reason.trim()),
        ),
      );
    },
  );
  app.post<{ Body: Many }>(`${base}/resume`, { schema: { tags, summary: '恢复流程', body: many } }, async (request) => {
    const user = adminOf(request);
    return ok(
      await withEach(context, request.body.instanceIds, (trx, instance) =>
        resume(trx, instance, user, request.body.reason.trim()),
      ),
    );
  });
  app.post<{ Body: Many }>(
    `${base}/retry`,
    { schema: { tags, summary: '立即重试失败的步骤', body: many } },
    async (request) => {
      const user = adminOf(request);
      return ok(
        await withEach(context, request.body.instanceIds, (trx, instance) =>
          retry(trx, instance, user, request.body.reason.trim()),
        ),
      );
    },
  );
  app.post<{ Body: Many & { userIds: string[] } }>(
    `${base}/assign`,
    {
      schema: {
        tags,
        summary: '改派无人可办的任务',
        body: body(['instanceIds', 'userIds', 'reason'], {
          instanceIds: ids,
          userIds: { ...ids, maxItems: 50 },
          reason,
        }),
      },
    },
    async (request) => {
      const user = adminOf(request);
      const { instanceIds, userIds, reason: why } = request.body;
      return ok(
        await withEach(context, instanceIds, (trx, instance) =>
          assign(trx, instance, user, { userIds, reason: why.trim() }),
        ),
      );
    },
  );
  app.post<{ Body: Reassigning }>(
    `${base}/reassign`,
    {
      schema: {
        tags,
        summary: '任务交接',
        body: body(['from', 'to', 'reason'], { from: id, to: id, instanceIds: ids, reason }),
      },
    },
    async (request) =>
      ok(await reassign(context, adminOf(request), { ...request.body, reason: request.body.reason.trim() })),
  );
  app.post<{ Body: Moving }>(
    `${base}/move`,
    {
      schema: {
        tags,
        summary: '变更流程版本',
        body: body(['instanceIds'], {
          instanceIds: ids,
          flowVersion: version,
          formVersion: version,
          isDryRun: { type: 'boolean' },
          reason: { type: 'string', maxLength: 500 },
        }),
      },
    },
    async (request) => {
      const { isDryRun = false, reason: why = '', ...move } = request.body;
      return ok(await moveInstances(context, adminOf(request), { ...move, isDryRun, reason: why.trim() }));
    },
  );

  for (const [kind, keyName] of [
    ['form', 'formKey'],
    ['flow', 'flowKey'],
  ] as const)
    app.get<{ Querystring: Record<string, string> & { version?: number } }>(
      `/api/system/${kind === 'form' ? 'frmDef' : 'flowDef'}/running`,
      {
        schema: {
          tags: [kind === 'form' ? 'frmDef' : 'flowDef'],
          summary: '审批中的记录',
          querystring: { type: 'object', required: [keyName], properties: { [keyName]: key, version } },
        },
      },
      async (request) => {
        adminOf(request);
        return ok(await runningOn(db, kind, request.query[keyName] ?? '', request.query.version));
      },
    );
};
