import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { id, key } from '../http/schemas.ts';
import { userOf } from '../http/user.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import {
  listViews,
  removeListView,
  saveListView,
  setDefaultView,
  type DefaultView,
  type ListViewInput,
} from './listViews.ts';

/** JSON schema of `place`, which identifies one list of the form: its screen, and its key or position on the screen. */
const place = { type: 'string', maxLength: 200 } as const;
const viewBody = {
  type: 'object',
  required: ['formKey', 'place', 'name', 'config'],
  additionalProperties: false,
  properties: {
    id: { ...id, nullable: true },
    formKey: key,
    place,
    name: { type: 'string', minLength: 1, maxLength: 40, pattern: '\\S' },
    isShared: { type: 'boolean' },
    config: {
      type: 'object',
      additionalProperties: false,
      properties: {
        query: { type: 'object', maxProperties: 60, additionalProperties: { type: 'string', maxLength: 4000 } },
        columns: {
          type: 'object',
          additionalProperties: false,
          properties: {
            shown: { type: 'object', maxProperties: 600, additionalProperties: { type: 'boolean' } },
            order: { type: 'array', maxItems: 600, items: { type: 'string', maxLength: 100 } },
            widths: { type: 'object', maxProperties: 600, additionalProperties: { type: 'number' } },
            fixed: { type: 'object', maxProperties: 600, additionalProperties: { enum: ['left', 'right', ''] } },
          },
        },
      },
    },
  },
} as const;

/** Routes of saved views of lists: a person's own views and shared views. */
export const listViewRoutes: Routes = (app, context) => {
  const tags = ['frmCrud'];
  const base = '/api/system/listView';
  const listQuery = { type: 'object', required: ['formKey', 'place'], properties: { formKey: key, place } } as const;
  app.get<{ Querystring: { formKey: string; place: string } }>(
    `${base}/list`,
    { schema: { tags, summary: '列表视图', querystring: listQuery } },
    async (request) => ok(await listViews(context, userOf(request), request.query)),
  );
  app.post<{ Body: ListViewInput }>(
    `${base}/save`,
    { schema: { tags, summary: '保存列表视图', body: viewBody } },
    async (request) =>
      context.db.transaction().execute(async (trx) => {
        const viewId = await saveListView(context, trx, userOf(request), {
          ...request.body,
          name: request.body.name.trim(),
        });
        const answer = ok(viewId, '已保存');
        await rememberAnswer(trx, request, answer);
        return answer;
      }),
  );
  const viewIdBody = { type: 'object', required: ['id'], additionalProperties: false, properties: { id } } as const;
  app.post<{ Body: { id: string } }>(
    `${base}/remove`,
    { schema: { tags, summary: '删除列表视图', body: viewIdBody } },
    async (request) => {
      await context.db.transaction().execute((trx) => removeListView(context, trx, userOf(request), request.body.id));
      return ok(null, '已删除');
    },
  );
  const defaultViewBody = {
    type: 'object',
    required: ['formKey', 'place', 'id'],
    additionalProperties: false,
    properties: {
      formKey: key,
      place,
      id: { type: 'string', minLength: 1, maxLength: 64, nullable: true },
      isShared: { type: 'boolean' },
    },
  } as const;
  app.post<{ Body: DefaultView }>(
    `${base}/setDefault`,
    { schema: { tags, summary: '设置列表的默认视图', body: defaultViewBody } },
    async (request) => {
      await context.db.transaction().execute((trx) => setDefaultView(context, trx, userOf(request), request.body));
      return ok(null, '已设置');
    },
  );
};
