import type { Routes } from '../../context.ts';
import { ok, paged, pageOf } from '../../http/envelope.ts';
import { id, key } from '../../http/schemas.ts';
import { adminOf } from '../../http/user.ts';
import { forEachInstance } from './forEachInstance.ts';
import { moveInstances } from './moveInstances.ts';
import { listInstances, countVersionsInUse, type InstanceQuery } from './listInstances.ts';
import { loadRunningApprovals } from './runningApprovals.ts';
import { retryFailed } from './retryFailed.ts';
import { assignStuckTasks, findInstancesAssignedTo, reassign } from './reassign.ts';
import { resumeProcess, suspendProcess } from './suspend.ts';

const idsSchema = { type: 'array', minItems: 1, maxItems: 500, items: id } as const;
const reasonSchema = { type: 'string', minLength: 1, maxLength: 500, pattern: '\\S' } as const;
const versionSchema = { type: 'integer', minimum: 1, maximum: 1_000_000 } as const;
const pageSchema = {
  type: 'object',
  properties: {
    pageNum: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    pageSize: { type: 'integer', minimum: 1, maximum: 500 },
  },
} as const;
const objectSchema = (required: readonly string[], properties: object): object => ({
  type: 'object',
  required,
  properties,
});

interface BulkBody {
  instanceIds: string[];
  reason: string;
}
/** `from`, `to`: ids of people. Without `instanceIds`, the tasks in all processes are handed over. */
interface ReassignBody {
  from: string;
  to: string;
  instanceIds?: string[];
  reason: string;
}
/** A version that is missing stays unchanged. `isDryRun`: only check whether the processes can be moved. */
interface MoveBody {
  instanceIds: string[];
  flowVersion?: number;
  formVersion?: number;
  isDryRun?: boolean;
  reason?: string;
}

/** Routes for administrators to list and change running processes. Each change is added to the process's history. */
export const flowAdminRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['flowAdmin'];
  const base = '/api/task/flow/admin';
  const instanceQuerySchema = objectSchema([], {
    page: pageSchema,
    status: { enum: ['all', 'running', 'stuck', 'overdue', 'suspended'] },
    formKey: key,
    flowVersion: versionSchema,
    // a person who has an open or waiting task of the process
    holder: id,
    keyword: { type: 'string', maxLength: 200 },
  });
  app.post<{ Body: (Omit<InstanceQuery, 'page'> & { page?: { pageNum?: number; pageSize?: number } }) | null }>(
    `${base}/instances`,
    {
      schema: {
        tags,
        summary: '在办流程',
        body: { ...instanceQuerySchema, nullable: true, additionalProperties: false },
      },
    },
    async (request) => {
      adminOf(request);
      const { page: requestedPage, ...rest } = request.body ?? {};
      const page = pageOf({ page: requestedPage });
      const { rows, total } = await listInstances(context, { ...rest, page });
      return paged(rows, page, total);
    },
  );
  app.get(`${base}/versions`, { schema: { tags, summary: '在办流程的版本' } }, async (request) => {
    adminOf(request);
    return ok(await countVersionsInUse(db));
  });
  app.get<{ Querystring: { userId: string } }>(
    `${base}/heldBy`,
    { schema: { tags, summary: '某人的在办流程数', querystring: objectSchema(['userId'], { userId: id }) } },
    async (request) => {
      adminOf(request);
      return ok((await findInstancesAssignedTo(db, request.query.userId)).length);
    },
  );
  const bulkBodySchema = objectSchema(['instanceIds', 'reason'], { instanceIds: idsSchema, reason: reasonSchema });
  app.post<{ Body: BulkBody }>(
    `${base}/suspend`,
    { schema: { tags, summary: '暂停流程', body: bulkBodySchema } },
    async (request) => {
      const user = adminOf(request);
      return ok(
        await forEachInstance(context, request.body.instanceIds, (trx, instance) =>
          suspendProcess(context, trx, instance, user, request.body.reason.trim()),
        ),
      );
    },
  );
  app.post<{ Body: BulkBody }>(
    `${base}/resume`,
    { schema: { tags, summary: '恢复流程', body: bulkBodySchema } },
    async (request) => {
      const user = adminOf(request);
      return ok(
        await forEachInstance(context, request.body.instanceIds, (trx, instance) =>
          resumeProcess(context, trx, instance, user, request.body.reason.trim()),
        ),
      );
    },
  );
  app.post<{ Body: BulkBody }>(
    `${base}/retry`,
    { schema: { tags, summary: '立即重试失败的步骤', body: bulkBodySchema } },
    async (request) => {
      const user = adminOf(request);
      return ok(
        await forEachInstance(context, request.body.instanceIds, (trx, instance) =>
          retryFailed(trx, instance, user, request.body.reason.trim()),
        ),
      );
    },
  );
  app.post<{ Body: BulkBody & { userIds: string[] } }>(
    `${base}/assign`,
    {
      schema: {
        tags,
        summary: '改派无人可办的任务',
        body: objectSchema(['instanceIds', 'userIds', 'reason'], {
          instanceIds: idsSchema,
          userIds: { ...idsSchema, maxItems: 50 },
          reason: reasonSchema,
        }),
      },
    },
    async (request) => {
      const user = adminOf(request);
      const { instanceIds, userIds, reason: reasonText } = request.body;
      return ok(
        await forEachInstance(context, instanceIds, (trx, instance) =>
          assignStuckTasks(context, trx, instance, user, { userIds, reason: reasonText.trim() }),
        ),
      );
    },
  );
  app.post<{ Body: ReassignBody }>(
    `${base}/reassign`,
    {
      schema: {
        tags,
        summary: '任务交接',
        body: objectSchema(['from', 'to', 'reason'], {
          from: id,
          to: id,
          instanceIds: idsSchema,
          reason: reasonSchema,
        }),
      },
    },
    async (request) =>
      ok(await reassign(context, adminOf(request), { ...request.body, reason: request.body.reason.trim() })),
  );
  app.post<{ Body: MoveBody }>(
    `${base}/move`,
    {
      schema: {
        tags,
        summary: '变更流程版本',
        body: objectSchema(['instanceIds'], {
          instanceIds: idsSchema,
          flowVersion: versionSchema,
          formVersion: versionSchema,
          isDryRun: { type: 'boolean' },
          reason: { type: 'string', maxLength: 500 },
        }),
      },
    },
    async (request) => {
      const { isDryRun = false, reason: reasonText = '', ...move } = request.body;
      return ok(await moveInstances(context, adminOf(request), { ...move, isDryRun, reason: reasonText.trim() }));
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
          querystring: { type: 'object', required: [keyName], properties: { [keyName]: key, version: versionSchema } },
        },
      },
      async (request) => {
        adminOf(request);
        return ok(await loadRunningApprovals(db, kind, request.query[keyName] ?? '', request.query.version));
      },
    );
};
