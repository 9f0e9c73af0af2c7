import type { FastifyRequest } from 'fastify';
import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { id, key } from '../http/schemas.ts';
import { userOf } from '../http/user.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { loadReadableRow } from '../records/index.ts';
import type { RecordOperation } from '../rights/index.ts';
import { refuseWhenFull } from '../store/space.ts';
import {
  addComment,
  commentsOf,
  editComment,
  listFilesInComment,
  markCommentsRead,
  prepareComment,
  removeComment,
  type CommentInput,
} from './comments.ts';
import { chainOf } from './chain.ts';
import { suggestMentions } from './readers.ts';
import { timelineOf } from './timeline.ts';

const params = { type: 'object', properties: { formKey: key } } as const;
interface FormParams {
  Params: { formKey: string };
}
const idsSchema = { type: 'array', maxItems: 50, nullable: true, items: id } as const;
const contentProperties = {
  text: { type: 'string', maxLength: 2000 },
  mentionIds: idsSchema,
  fileIds: idsSchema,
} as const;
const listQuery = {
  type: 'object',
  required: ['id'],
  properties: { id, pageSize: { type: 'integer', minimum: 1, maximum: 500 } },
} as const;
const addBody = {
  type: 'object',
  required: ['id', 'text'],
  additionalProperties: false,
  properties: { id, ...contentProperties },
} as const;
const editBody = {
  ...addBody,
  required: ['id', 'commentId', 'text'],
  properties: { ...addBody.properties, commentId: id },
} as const;
const commentIdBody = {
  type: 'object',
  required: ['id', 'commentId'],
  additionalProperties: false,
  properties: { id, commentId: id },
} as const;
const peopleQuery = {
  type: 'object',
  required: ['id'],
  properties: { id, keyword: { type: 'string', maxLength: 40 } },
} as const;

/** The type `TimelineQuery` explains `over` and `before`. */
const timelineBody = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: {
    id,
    over: {
      type: 'array',
      maxItems: 30,
      nullable: true,
      items: { type: 'string', maxLength: 265, pattern: '^[A-Za-z][\\w-]{0,63}:[\\w$.\\u4e00-\\u9fa5-]{1,200}$' },
    },
    before: { type: 'string', maxLength: 100, nullable: true, pattern: '^$|^\\d{1,12}(\\.\\d{1,9})? [\\w-]{1,64}$' },
    pageSize: { type: 'integer', minimum: 1, maximum: 100 },
  },
} as const;

const chainBody = {
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: { id, forms: { type: 'array', maxItems: 30, nullable: true, items: key } },
} as const;

interface CommentKey {
  /** Id of the record. */
  id: string;
  commentId: string;
}

/**
 * Routes for the parts of a record's page besides its fields: comments, people to mention, the time line and the chain
 * of related records.
 */
export const recordPageRoutes: Routes = (app, context) => {
  const { db } = context;
  const base = '/api/system/frmCrud';
  const routeOptions = (summary: string, options: object, recordOperation: RecordOperation = 'comment') => ({
    schema: { tags: ['frmCrud'], summary, params, ...options },
    config: { recordOperation },
  });
  const rowOf = (request: FastifyRequest<FormParams & { Body: CommentKey }>) =>
    loadReadableRow(context, db, userOf(request), { formKey: request.params.formKey, id: request.body.id });

  app.get<FormParams & { Querystring: { id: string; pageSize?: number } }>(
    `${base}/comments/:formKey`,
    routeOptions('讨论：一条记录下的评论', { querystring: listQuery }),
    async (request) => {
      const { pageSize = 50, id: recordId } = request.query;
      const recordKey = { formKey: request.params.formKey, id: recordId };
      return ok(await commentsOf(context, userOf(request), { ...recordKey, size: pageSize }));
    },
  );
  app.get<FormParams & { Querystring: { id: string; keyword?: string } }>(
    `${base}/mentionable/:formKey`,
    routeOptions('讨论中可提到的人', { querystring: peopleQuery }),
    async (request) => {
      const user = userOf(request);
      const { id: recordId, keyword = '' } = request.query;
      const row = await loadReadableRow(context, db, user, { formKey: request.params.formKey, id: recordId });
      return ok(await suggestMentions(context, row, { keyword, ownId: user.id }));
    },
  );
  app.post<FormParams & { Body: { id: string } & CommentInput }>(
    `${base}/addComment/:formKey`,
    routeOptions('发表评论', { body: addBody }),
    async (request) => {
      const user = userOf(request);
      await refuseWhenFull(context);
      const recordKey = { formKey: request.params.formKey, id: request.body.id };
      const prepared = await prepareComment(context, user, recordKey, request.body);
      return db.transaction().execute(async (trx) => {
        const answer = ok({ id: await addComment(context, trx, user, prepared) }, '已发表');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
  app.post<FormParams & { Body: CommentKey & CommentInput }>(
    `${base}/editComment/:formKey`,
    routeOptions('修改自己的评论', { body: editBody }),
    async (request) => {
      const user = userOf(request);
      const { id: recordId, commentId } = request.body;
      const recordKey = { formKey: request.params.formKey, id: recordId };
      const filesBefore = await listFilesInComment(db, commentId);
      const prepared = await prepareComment(context, user, recordKey, request.body, filesBefore);
      await db.transaction().execute((trx) => editComment(context, trx, user, commentId, prepared));
      return ok(null, '已修改');
    },
  );
  app.post<FormParams & { Body: CommentKey }>(
    `${base}/removeComment/:formKey`,
    routeOptions('删除评论', { body: commentIdBody }),
    async (request) => {
      const row = await rowOf(request);
      await db.transaction().execute((trx) => removeComment(trx, userOf(request), row, request.body.commentId));
      return ok(null, '已删除');
    },
  );
  app.post<FormParams & { Body: CommentKey }>(
    `${base}/readComments/:formKey`,
    routeOptions('评论标为已读，到指定的一条为止', { body: commentIdBody }),
    async (request) => {
      const row = await rowOf(request);
      await db.transaction().execute((trx) => markCommentsRead(trx, userOf(request), row, request.body.commentId));
      return ok(null);
    },
  );
  app.post<FormParams & { Body: { id: string; over?: string[] | null; before?: string | null; pageSize?: number } }>(
    `${base}/timeline/:formKey`,
    routeOptions('动态：记录及其相关记录发生的事', { body: timelineBody }, 'timeline'),
    async (request) => {
      const { pageSize = 20, ...otherParameters } = request.body;
      const query = { ...otherParameters, formKey: request.params.formKey, pageSize };
      return ok(await timelineOf(context, userOf(request), query));
    },
  );
  app.post<FormParams & { Body: { id: string; forms?: string[] | null } }>(
    `${base}/chain/:formKey`,
    routeOptions('关联链：记录的上级，以及由它而来的各种单据', { body: chainBody }, 'chain'),
    async (request) => {
      const { id: recordId, forms } = request.body;
      const chainQuery = { formKey: request.params.formKey, id: recordId, onlyFormKeys: forms ?? null };
      return ok(await chainOf(context, userOf(request), chainQuery));
    },
  );
};
