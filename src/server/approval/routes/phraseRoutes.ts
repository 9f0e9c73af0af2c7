import type { Routes } from '../../context.ts';
import { ok } from '../../http/envelope.ts';
import { rememberAnswer } from '../../idempotency/idempotency.ts';
import { id } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import { listPhrases, orderPhrases, PHRASE_ACTS, removePhrases, savePhrase, type NewPhrase } from '../view/phrases.ts';

const phraseBody = {
  type: 'object',
  required: ['act', 'text'],
  properties: {
    id: { ...id, nullable: true },
    act: { enum: PHRASE_ACTS },
    text: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
    isCommon: { type: 'boolean' },
  },
} as const;
const idsBody = {
  type: 'object',
  required: ['ids'],
  properties: { ids: { type: 'array', minItems: 1, maxItems: 100, uniqueItems: true, items: id } },
} as const;
interface IdsRequest {
  Body: { ids: string[] };
}

/** Routes for stored phrases: the user's own phrases, and the shared phrases that administrators maintain. */
export const phraseRoutes: Routes = (app, { db }) => {
  const tags = ['flow'];
  const base = '/api/task/flow/phrase';
  app.get(`${base}/list`, { schema: { tags, summary: '审批常用语' } }, async (request) =>
    ok(await listPhrases(db, userOf(request).id)),
  );
  app.post<{ Body: NewPhrase & { id?: string | null } }>(
    `${base}/save`,
    { schema: { tags, summary: '保存常用语', body: phraseBody } },
    async (request) => {
      const { id: phraseId, text, ...rest } = request.body;
      return db.transaction().execute(async (trx) => {
        const answer = ok(
          await savePhrase(trx, userOf(request), { ...rest, text: text.trim(), ...(phraseId ? { id: phraseId } : {}) }),
          '已保存',
        );
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
  app.post<IdsRequest>(`${base}/order`, { schema: { tags, summary: '常用语排序', body: idsBody } }, async (request) => {
    await db.transaction().execute((trx) => orderPhrases(trx, userOf(request), request.body.ids));
    return ok(null, '已保存');
  });
  app.post<IdsRequest>(
    `${base}/remove`,
    { schema: { tags, summary: '删除常用语', body: idsBody } },
    async (request) => {
      await db.transaction().execute((trx) => removePhrases(trx, userOf(request), request.body.ids));
      return ok(null, '已删除');
    },
  );
};
