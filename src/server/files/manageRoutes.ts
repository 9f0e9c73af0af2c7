import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { listBodyWith, id } from '../http/schemas.ts';
import { sortSchema } from '../http/sorting.ts';
import { adminOf } from '../http/user.ts';
import { FILE_ORDERS, listManagedFiles, removeUnreferencedFile, type FileQuery } from './manageFiles.ts';

const optionalText = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;

/** Lists uploaded files with their references, and removes unreferenced files. For administrators. */
export const manageFileRoutes: Routes = (app, { db }) => {
  const tags = ['file'];
  app.post<{ Body: { page?: Partial<Page> | null; data?: FileQuery | null } | null }>(
    '/api/system/sys/fileManage/page',
    {
      schema: {
        tags,
        summary: '文件管理',
        body: listBodyWith({
          keyword: optionalText(200),
          state: optionalText(10),
          timeFrom: optionalText(20),
          timeTo: optionalText(20),
          sort: sortSchema(FILE_ORDERS),
        }),
      },
    },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const { rows, total } = await listManagedFiles(db, request.body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { id: string } }>(
    '/api/system/sys/fileManage/remove',
    {
      schema: {
        tags,
        summary: '删除无人引用的文件',
        body: { type: 'object', required: ['id'], additionalProperties: false, properties: { id } },
      },
    },
    async (request) => {
      adminOf(request);
      await db.transaction().execute((trx) => removeUnreferencedFile(trx, request.body.id));
      return ok(null, '已删除');
    },
  );
};
