import type { Routes } from '../../context.ts';
import { ok } from '../../http/envelope.ts';
import { strictListBody, type ListBody } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import { loadOwnUnits } from '../../records/index.ts';
import type { TaskSource } from '../tasks/taskFilters.ts';
import { countTaskGroups } from '../tasks/taskGroups.ts';
import { listCopied, listDone, listStarted } from '../tasks/taskLists.ts';
import { listTodo } from '../tasks/todo.ts';

/** Maximum number of rows of an export, which one query returns. `total` in the answer counts all rows. */
const MAX_EXPORT_ROWS = 10_000;

const LIST_FUNCTIONS = { todo: listTodo, done: listDone, start: listStarted, copy: listCopied } as const;
const sourceParams = {
  type: 'object',
  required: ['source'],
  properties: { source: { enum: ['todo', 'done', 'start', 'copy'] } },
} as const;
interface ListRequest {
  Body: ListBody | null;
  Params: { source: TaskSource };
}

/** Further routes for task lists: counts for the filters of a list, and rows of a list for a spreadsheet. */
export const taskCentreRoutes: Routes = (app, context) => {
  const { db } = context;
  const queryOf = async (user: ReturnType<typeof userOf>, body: ListBody | null) => ({
    keyword: body?.data?.keyword ?? '',
    conditions: body?.data?.conditions ?? [],
    sort: body?.data?.sort ?? null,
    units: await loadOwnUnits(db, user),
  });

  app.post<ListRequest>(
    '/api/task/flow/task/groups/:source',
    { schema: { tags: ['flow'], summary: '待办、已办、发起的分类计数', params: sourceParams, body: strictListBody } },
    async (request) => {
      const user = userOf(request);
      return ok(await countTaskGroups(context, db, request.params.source, user.id, await queryOf(user, request.body)));
    },
  );

  // POST although it only reads, because the conditions are in the body, as for the lists
  app.post<ListRequest>(
    '/api/task/flow/task/exportRows/:source',
    { schema: { tags: ['flow'], summary: '导出待办、已办、发起的行', params: sourceParams, body: strictListBody } },
    async (request) => {
      const user = userOf(request);
      const { rows, total } = await LIST_FUNCTIONS[request.params.source](db, user.id, {
        ...(await queryOf(user, request.body)),
        page: { pageNum: 1, pageSize: MAX_EXPORT_ROWS },
      });
      return ok({ rows, total });
    },
  );
};
