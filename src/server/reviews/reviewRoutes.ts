import type { Routes } from '../context.ts';
import { type DocumentKind, refuseDraftWithErrors, withPreparedDraft } from '../documents/index.ts';
import { ok } from '../http/envelope.ts';
import { id, objectOf } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { refuseWhenFull } from '../store/space.ts';
import {
  requestReview,
  decideReview,
  documentToApprove,
  reviewState,
  waitingReviews,
  withdrawReview,
} from './reviews.ts';
import { BASE, documentKeySchema, kindSchema } from './shared.ts';

const note = { type: 'string', maxLength: 500, nullable: true } as const;

interface ReviewRequestBody {
  kind: DocumentKind;
  key: string;
  reviewerId: string;
  note?: string | null;
  revision?: number;
}
interface DecideBody {
  id: string;
  isApproved: boolean;
  reason?: string | null;
  /** Hash of the impact of the publication that the reviewer has confirmed. */
  acknowledged?: string | null;
}

/** Routes for the review of drafts by another administrator before publication; administrators only. */
export const reviewRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['sys'];
  app.get<{ Querystring: { kind: DocumentKind; key: string } }>(
    `${BASE}/state`,
    {
      schema: {
        tags,
        summary: '文档的复核',
        querystring: objectOf({ kind: kindSchema, key: documentKeySchema }, 'kind', 'key'),
      },
    },
    async (request) => ok(await reviewState(context, adminOf(request), request.query)),
  );
  app.get(`${BASE}/waiting`, { schema: { tags, summary: '待本人复核与本人提交的复核' } }, async (request) =>
    ok(await waitingReviews(db, adminOf(request))),
  );
  app.post<{ Body: ReviewRequestBody }>(
    `${BASE}/ask`,
    {
      schema: {
        tags,
        summary: '提交草稿复核',
        body: objectOf(
          { kind: kindSchema, key: documentKeySchema, reviewerId: id, note, revision: { type: 'integer', minimum: 0 } },
          'kind',
          'key',
          'reviewerId',
        ),
      },
    },
    async (request) => {
      const user = adminOf(request);
      await refuseWhenFull(context);
      // a draft that cannot be published is refused before the reviewer is notified
      await refuseDraftWithErrors(context, request.body);
      return db.transaction().execute(async (trx) => {
        const { body } = request;
        const answer = ok({ id: await requestReview(trx, user, { ...body, note: body.note ?? '' }) }, '已提交复核');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
  app.post<{ Body: { id: string } }>(
    `${BASE}/withdraw`,
    { schema: { tags, summary: '撤回复核', body: objectOf({ id }, 'id') } },
    async (request) => {
      const user = adminOf(request);
      await db.transaction().execute((trx) => withdrawReview(trx, user, request.body.id));
      return ok(null, '已撤回');
    },
  );
  app.post<{ Body: DecideBody }>(
    `${BASE}/decide`,
    {
      schema: {
        tags,
        summary: '复核通过并发布，或退回',
        body: objectOf(
          {
            id,
            isApproved: { type: 'boolean' },
            reason: note,
            acknowledged: { type: 'string', maxLength: 64, nullable: true },
          },
          'id',
          'isApproved',
        ),
      },
    },
    async (request) => {
      const user = adminOf(request);
      await refuseWhenFull(context);
      const { id: reviewId, isApproved, reason, acknowledged } = request.body;
      const decision = { id: reviewId, isApproved, reason: reason ?? '', acknowledged: acknowledged ?? undefined };
      const decide = () =>
        db.transaction().execute(async (trx) => {
          const answer = ok(await decideReview(context, trx, user, decision), isApproved ? '已通过并发布' : '已退回');
          await rememberAnswer(trx, request, answer);
          return answer;
        });
      if (!isApproved) return decide();
      const document = await db.transaction().execute((trx) => documentToApprove(trx, user, reviewId));
      return withPreparedDraft(
        context,
        { ...document, acknowledged: decision.acknowledged, approvesReview: true },
        decide,
      );
    },
  );
};
