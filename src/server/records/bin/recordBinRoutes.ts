import type { Routes } from '../../context.ts';
import { ok, paged, pageOf, type Page } from '../../http/envelope.ts';
import { listBodyWith, id } from '../../http/schemas.ts';
import { sortSchema } from '../../http/sorting.ts';
import { userOf } from '../../http/user.ts';
import { rememberAnswer } from '../../idempotency/idempotency.ts';
import { BIN_ORDERS, removeBinEntries, listBin, restoreFromBin, type BinQuery } from './recycleBin.ts';

const byId = { type: 'object', required: ['id'], properties: { id } } as const;
/** True: only records that this person deleted. Otherwise, for an administrator, the records that anybody deleted. */
const mine = { type: 'boolean', nullable: true } as const;
const nullableText = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;

/**
 * Routes of the recycle bin (回收站): the records that the person deleted within the last `BIN_DAYS` days; for
 * administrators the records that anybody deleted in this time.
 */
export const recordBinRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['system'];
  const base = '/api/system/recycleBin';
  app.post<{ Body: { page?: Partial<Page> | null; data?: BinQuery | null } | null }>(
    `${base}/page`,
    {
      schema: {
        tags,
        summary: '回收站',
        body: listBodyWith({
          keyword: nullableText(100),
          formKey: nullableText(64),
          mine,
          sort: sortSchema(BIN_ORDERS),
        }),
      },
    },
    async (request) => {
      const page = pageOf(request.body);
      const { rows, total } = await listBin(db, userOf(request), request.body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/restore`,
    { schema: { tags, summary: '从回收站恢复', body: byId }, config: { recordOperation: 'act' } },
    async (request) =>
      db.transaction().execute(async (trx) => {
        const { formKey, cleared } = await restoreFromBin(context, trx, userOf(request), request.body.id);
        const answer = ok(
          { id: request.body.id, formKey, cleared },
          cleared.length === 0
            ? '已恢复'
            : `已恢复；删除时清除了 ${cleared.length} 处对它的引用，需要时请在${[...new Set(cleared.map(({ formName }) => formName))].join('、')}中重新选择`,
        );
        await rememberAnswer(trx, request, answer);
        return answer;
      }),
  );
  app.post<{ Body: { id: string } }>(
    `${base}/erase`,
    { schema: { tags, summary: '从回收站彻底删除', body: byId } },
    async (request) => {
      await db.transaction().execute((trx) => removeBinEntries(trx, userOf(request), [request.body.id]));
      return ok(null, '已彻底删除');
    },
  );
  app.post<{ Body: { mine?: boolean | null } | null }>(
    `${base}/empty`,
    { schema: { tags, summary: '清空回收站', body: { type: 'object', nullable: true, properties: { mine } } } },
    async (request) => {
      const isOwnOnly = request.body?.mine === true;
      const count = await db.transaction().execute((trx) => removeBinEntries(trx, userOf(request), null, isOwnOnly));
      return ok({ count }, `已彻底删除 ${count} 条`);
    },
  );
};
