import type { FastifyRequest } from 'fastify';
import { readWithFacts } from '../../auth/index.ts';
import type { Routes, ServerContext } from '../../context.ts';
import { versionRow } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { ok, paged, pageOf } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import { strictListBody, id, key, type ListBody } from '../../http/schemas.ts';
import { userOf, type RequestUser } from '../../http/user.ts';
import { actionsOf, mayReadByPublishedForm, loadOwnUnits, recordsOf } from '../../records/index.ts';
import type { FactReader } from '../../store/facts.ts';
import { formConfigOf } from '../definitions/formConfig.ts';
import { loadFlowForReader } from '../definitions/recordFlow.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import type { FlowNode } from '../../flow/index.ts';
import { processXmlVisibleTo } from '../view/processTextFor.ts';
import { timelineOf } from '../view/timeline.ts';
import type { TaskQuery } from '../tasks/taskFilters.ts';
import { listCopied, listDone, listStarted, type TaskPage, type TaskView } from '../tasks/taskLists.ts';
import { countTodo, listTodo } from '../tasks/todo.ts';

const formQuery = {
  type: 'object',
  required: ['formKey'],
  properties: { formKey: key, recordId: { type: 'string', maxLength: 64 } },
} as const;
const recordQuery = {
  type: 'object',
  required: ['formKey', 'recordId'],
  properties: { formKey: key, recordId: id },
} as const;
interface FormRequest {
  Querystring: { formKey: string; recordId?: string };
}

/** Converts a request body to the query of a task list. Loads the user's units only if a condition needs them. */
async function taskQuery(db: Db, user: RequestUser, body: ListBody | null): Promise<TaskQuery> {
  const { conditions, keyword, sort } = body?.data ?? {};
  const hasSideCondition = conditions?.some(({ field }) => field === 'side') === true;
  return {
    page: pageOf(body),
    keyword: keyword ?? '',
    conditions: conditions ?? [],
    sort: sort ?? null,
    ...(hasSideCondition ? { units: await loadOwnUnits(db, user) } : {}),
  };
}

/** Returns the reason why tasks of a node cannot be decided in a batch (`TaskView.batchBar`), or null. */
function batchBarrierOf(node: FlowNode | undefined): 'node' | 'signature' | null {
  if (node?.rules?.actions.includes('batch') !== true) return 'node';
  return node.settings?.signature === true ? 'signature' : null;
}

/**
 * Returns a page of to-dos, each with `canBatch`, or with `batchBar` if it cannot be decided in a batch, and with
 * `canTransfer`.
 */
async function loadTodoPage(
  context: ServerContext,
  db: Db,
  userId: string,
  query: TaskQuery,
  facts: FactReader,
): Promise<TaskPage> {
  const { rows, taskNodes, total } = await listTodo(db, userId, query, facts);
  const rowsWithBatch: TaskView[] = [];
  for (const [index, row] of rows.entries()) {
    const taskNode = taskNodes[index];
    const node = taskNode
      ? (await loadFlow(context, db, taskNode.flowKey, taskNode.flowVersion)).definition.nodes[taskNode.nodeId]
      : undefined;
    const batchBar = batchBarrierOf(node);
    rowsWithBatch.push({
      ...row,
      ...(batchBar === null ? { canBatch: true } : { batchBar }),
      ...(taskNode && node && actionsOf(node.rules, taskNode.kind).includes('transfer') ? { canTransfer: true } : {}),
    });
  }
  return { rows: rowsWithBatch, total };
}

/**
 * Routes for the task lists, for the process and the flow-form configuration of a form, and for the history of a record
 * (CL-008…018).
 */
export const flowRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['flow'];
  const lists = [
    ['listMyDone', '我的已办', listDone],
    ['listMyStart', '我发起的', listStarted],
    ['listMyCopy', '抄送我的', listCopied],
  ] as const;
  for (const [call, summary, list] of lists) {
    app.post<{ Body: ListBody | null }>(
      `/api/task/flow/task/${call}`,
      { schema: { tags, summary, body: strictListBody } },
      async (request) => {
        const query = await taskQuery(db, userOf(request), request.body);
        const { rows, total } = await list(db, userOf(request).id, query);
        return paged(rows, query.page, total);
      },
    );
  }

  // CL-008: the to-dos, also under the two paths of the system service
  for (const [call, summary] of [
    ['task/flow/task/listMyTodo', '我的待办'],
    ['system/flow/task/getTodoList', '待办列表'],
    ['system/flow/task/getAllTodoList', '待办列表'],
  ] as const) {
    app.post<{ Body: ListBody | null }>(
      `/api/${call}`,
      { schema: { tags, summary, body: strictListBody }, config: { usesReadWithFacts: true } },
      readWithFacts(context, async (request: FastifyRequest<{ Body: ListBody | null }>, facts) => {
        const query = await taskQuery(db, userOf(request), request.body);
        const { rows, total } = await loadTodoPage(context, db, userOf(request).id, query, facts);
        return paged(rows, query.page, total);
      }),
    );
  }

  // clients request the number of to-dos from the system service (TC-011)
  app.get(
    '/api/system/flow/task/countMyTodo',
    { schema: { tags, summary: '待办数' }, config: { usesReadWithFacts: true } },
    readWithFacts(context, async (request, facts) => ok(await countTodo(db, userOf(request).id, facts))),
  );

  app.get<FormRequest>(
    '/api/task/flow/flwFrm/getFrmCfg',
    { schema: { tags, summary: '流程表单配置', querystring: formQuery } },
    async (request) => {
      const { formKey, recordId } = request.query;
      const flow = await loadFlowForReader(context, db, userOf(request), formKey, recordId || undefined);
      return ok(flow ? formConfigOf(formKey, flow) : null);
    },
  );

  app.get<FormRequest>(
    '/api/task/flow/flwFrm/getFlwDefByFrmKey',
    { schema: { tags, summary: '表单的流程定义', querystring: formQuery } },
    async (request) => {
      const { formKey, recordId } = request.query;
      const flow = await loadFlowForReader(context, db, userOf(request), formKey, recordId || undefined);
      if (!flow) return ok(null);
      const { content } = await versionRow(db, 'flow', flow.key, flow.version);
      return ok({
        formKey,
        flowKey: flow.key,
        flowName: flow.name,
        version: flow.version,
        xml: await processXmlVisibleTo(userOf(request), content),
      });
    },
  );

  app.get<{ Querystring: { formKey: string; recordId: string } }>(
    '/api/task/flow/process/history',
    { schema: { tags, summary: '办理记录', querystring: recordQuery } },
    async (request) => {
      const { formKey, recordId } = request.query;
      const row = await db
        .selectFrom(await recordsOf(db, formKey))
        .select(['id', 'form_key', 'create_by'])
        .where('form_key', '=', formKey)
        .where('id', '=', recordId)
        .executeTakeFirst();
      if (!row || !(await mayReadByPublishedForm(context, db, userOf(request), row))) throw new Refusal('404');
      return ok(await timelineOf(db, recordId));
    },
  );
};
