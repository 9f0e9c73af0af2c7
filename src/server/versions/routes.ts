import type { Routes } from '../context.ts';
import { paged, pageOf, type Page } from '../http/envelope.ts';
import { listBodyWith } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import { requireValidDay } from '../records/index.ts';
import { listReleases, listVersions, VERSION_KINDS, type VersionKind } from './listVersions.ts';

const day = { type: 'string', nullable: true, pattern: '^(\\d{4}-\\d{2}-\\d{2}|)$' } as const;

interface ListBody {
  page?: Partial<Page> | null;
  data?: {
    keyword?: string | null;
    kind?: VersionKind | '' | null;
    dayFrom?: string | null;
    dayTo?: string | null;
  } | null;
}

/** Routes of 版本管理: publications of documents, and builds of the product. Administrators only. */
export const versionRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const base = '/api/system/sys/version';
  app.post<{ Body: ListBody | null }>(
    `${base}/page`,
    {
      schema: {
        tags,
        summary: '版本管理',
        body: listBodyWith({
          keyword: { type: 'string', maxLength: 100, nullable: true },
          kind: { enum: [...VERSION_KINDS, '', null] },
          dayFrom: day,
          dayTo: day,
        }),
      },
    },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const { keyword, kind, dayFrom, dayTo } = request.body?.data ?? {};
      const query = {
        keyword: keyword ?? '',
        kind: kind || ('' as const),
        from: requireValidDay(dayFrom),
        to: requireValidDay(dayTo),
      };
      const { rows, total } = await listVersions(db, query, page);
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: ListBody | null }>(
    `${base}/releases`,
    { schema: { tags, summary: '系统更新记录', body: listBodyWith({}) } },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const { rows, total } = await listReleases(db, page);
      return paged(rows, page, total);
    },
  );
};
