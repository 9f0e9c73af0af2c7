import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { id, objectOf } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { refuseWhenFull } from '../store/space.ts';
import { listAdministrators } from './listAdministrators.ts';
import { addComment, commentsOf, type NewComment, removeComment, setResolved } from './comments.ts';
import { BASE, documentKeySchema, kindSchema, textSchema, type DocumentRef } from './shared.ts';

/** Comments on documents; administrators only. */
export const commentRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['sys'];
  app.get(`${BASE}/administrators`, { schema: { tags, summary: '可提到、可请求复核的管理员' } }, async (request) => {
    adminOf(request);
    return ok(await listAdministrators(db));
  });
  app.get<{ Querystring: DocumentRef }>(
    `${BASE}/comments`,
    {
      schema: {
        tags,
        summary: '文档的批注',
        querystring: objectOf({ kind: kindSchema, key: documentKeySchema }, 'kind', 'key'),
      },
    },
    async (request) => ok(await commentsOf(db, adminOf(request), request.query)),
  );
  app.post<{ Body: NewComment }>(
    `${BASE}/comment`,
    {
      schema: {
        tags,
        summary: '批注文档，或回复批注',
        body: objectOf(
          {
            kind: kindSchema,
            key: documentKeySchema,
            parentId: { ...id, nullable: true },
            part: { type: 'string', maxLength: 400, nullable: true },
            partName: { type: 'string', maxLength: 200, nullable: true },
            text: textSchema,
            mentionIds: { type: 'array', items: id, maxItems: 50, nullable: true },
          },
          'kind',
          'key',
          'text',
        ),
      },
    },
    async (request) => {
      const user = adminOf(request);
      await refuseWhenFull(context);
      return db.transaction().execute(async (trx) => {
        const answer = ok({ id: await addComment(trx, user, request.body) }, '已批注');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
  app.post<{ Body: { id: string; isResolved: boolean } }>(
    `${BASE}/resolve`,
    {
      schema: {
        tags,
        summary: '把批注标为已解决或未解决',
        body: objectOf({ id, isResolved: { type: 'boolean' } }, 'id', 'isResolved'),
      },
    },
    async (request) => {
      const user = adminOf(request);
      const { id: commentId, isResolved } = request.body;
      await db.transaction().execute((trx) => setResolved(trx, user, commentId, isResolved));
      return ok(null, isResolved ? '已标为解决' : '已重新打开');
    },
  );
  app.post<{ Body: { id: string } }>(
    `${BASE}/removeComment`,
    { schema: { tags, summary: '删除自己的批注', body: objectOf({ id }, 'id') } },
    async (request) => {
      const user = adminOf(request);
      await db.transaction().execute((trx) => removeComment(trx, user, request.body.id));
      return ok(null, '已删除');
    },
  );
};
