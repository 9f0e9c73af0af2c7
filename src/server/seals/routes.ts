import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { userOf } from '../http/user.ts';
import { type FlatBody, flatBody } from '../flatRecords/index.ts';
import { saveSealDetails, sealTree } from './seals.ts';

/**
 * Routes for seals and their uses (CL-058, CL-059), which are records of the forms `sealImpressionInfo` and
 * `sealDetails`.
 */
export const sealRoutes: Routes = (app, context) => {
  const tags = ['seal'];
  app.get(
    '/api/system/seal/config/querySealConfigListTree',
    { schema: { tags, summary: '可用印章（按单位和类型）' } },
    async (request) => ok(await sealTree(context, userOf(request))),
  );
  // accepts one entry or a list
  app.post<{ Body: FlatBody | FlatBody[] }>(
    '/api/system/seal/busiSealDetails/saveBusiSealDetails',
    {
      schema: {
        tags,
        summary: '保存用印登记',
        body: { anyOf: [flatBody, { type: 'array', minItems: 1, maxItems: 200, items: flatBody }] },
      },
    },
    async (request) => {
      const user = userOf(request);
      return context.db.transaction().execute(async (trx) => {
        const savedEntries = await saveSealDetails(context, trx, user, [request.body].flat());
        const answer = ok(Array.isArray(request.body) ? savedEntries : savedEntries[0], '已保存');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
};
