import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { listBodyWith, id } from '../http/schemas.ts';
import { sortSchema } from '../http/sorting.ts';
import { adminOf } from '../http/user.ts';
import { listBinItems, BIN_ORDERS, type BinQuery } from './listBinItems.ts';
import { deleteBinItems, restoreBinItem } from './restoreBinItem.ts';

const KINDS = ['form', 'screen', 'flow', 'dataset', 'dictionary', 'org', 'post', 'group', 'role', 'file'] as const;
const idBody = { type: 'object', required: ['id'], additionalProperties: false, properties: { id } } as const;

/**
 * The recycle bin (回收站) of administrators: deleted documents, dictionaries, departments, posts, groups, roles and
 * files.
 */
export const documentBinRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['system'];
  const base = '/api/system/sys/bin';
  app.post<{ Body: { page?: Partial<Page> | null; data?: BinQuery | null } | null }>(
    `${base}/page`,
    {
      schema: {
        tags,
        summary: '已删除的设置与文档',
        body: listBodyWith({
          keyword: { type: 'string', maxLength: 100, nullable: true },
          kind: { enum: [...KINDS, '', null] },
          sort: sortSchema(BIN_ORDERS),
        }),
      },
    },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const { rows, total } = await listBinItems(db, request.body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/restore`,
    { schema: { tags, summary: '恢复已删除的设置或文档', body: idBody } },
    async (request) => {
      const name = await restoreBinItem(context, adminOf(request), request.body.id);
      return ok({ name }, `已恢复“${name}”`);
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/erase`,
    { schema: { tags, summary: '彻底删除回收站中的一项', body: idBody } },
    async (request) => {
      adminOf(request);
      await db.transaction().execute((trx) => deleteBinItems(trx, request.body.id));
      return ok(null, '已彻底删除');
    },
  );
  app.post(`${base}/empty`, { schema: { tags, summary: '清空设置与文档的回收站' } }, async (request) => {
    adminOf(request);
    const count = await db.transaction().execute((trx) => deleteBinItems(trx, null));
    return ok({ count }, count === 0 ? '回收站是空的' : `已彻底删除 ${count} 项`);
  });
};
