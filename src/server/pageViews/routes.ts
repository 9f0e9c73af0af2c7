import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { LOG_PERMISSION, permittedUserOf } from '../http/permission.ts';
import { listBodyWith } from '../http/schemas.ts';
import { sortSchema, type Sort } from '../http/sorting.ts';
import { userOf } from '../http/user.ts';
import { requireValidDay } from '../records/index.ts';
import {
  STATISTICS_GROUPS,
  listPageViews,
  PAGE_VIEW_ORDERS,
  listSignInStatistics,
  listPageViewStatistics,
  type StatisticsGroup,
} from './listPageViews.ts';
import { recordPageViews, type PageViews } from './recordPageViews.ts';

const day = { type: 'string', nullable: true, pattern: '^(\\d{4}-\\d{2}-\\d{2}|)$' } as const;
const periodProperties = { dayFrom: day, dayTo: day } as const;
const viewsBody = {
  type: 'object',
  required: ['pages'],
  additionalProperties: false,
  properties: {
    pages: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: {
        type: 'object',
        required: ['page', 'views'],
        additionalProperties: false,
        properties: {
          page: { type: 'string', maxLength: 200, pattern: '^/[^?#\\s]*$' },
          views: { type: 'integer', minimum: 1, maximum: 1_000 },
        },
      },
    },
  },
} as const;

interface Days {
  dayFrom?: string | null;
  dayTo?: string | null;
}
interface ListRequest<T> {
  Body: { page?: Partial<Page> | null; data?: (Days & T) | null } | null;
}

const periodOf = ({ dayFrom, dayTo }: Days): { from: string | null; to: string | null } => ({
  from: requireValidDay(dayFrom),
  to: requireValidDay(dayTo),
});

/** Routes of page views: browsers report opened pages; people with `LOG_PERMISSION` read page views and statistics. */
export const pageViewRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const base = '/api/system/sys/visit';
  app.post<{ Body: { pages: PageViews[] } }>(
    `${base}/note`,
    { schema: { tags, summary: '记录打开的页面', body: viewsBody } },
    async (request) => {
      await recordPageViews(db, userOf(request), request.body.pages);
      return ok(null);
    },
  );
  app.post<ListRequest<{ keyword?: string | null; sort?: Sort<(typeof PAGE_VIEW_ORDERS)[number]> | null }>>(
    `${base}/page`,
    {
      schema: {
        tags,
        summary: '访问日志',
        body: listBodyWith({
          keyword: { type: 'string', maxLength: 100, nullable: true },
          sort: sortSchema(PAGE_VIEW_ORDERS),
          ...periodProperties,
        }),
      },
    },
    async (request) => {
      permittedUserOf(request, LOG_PERMISSION);
      const page = pageOf(request.body);
      const { keyword, sort, ...days } = request.body?.data ?? {};
      const query = { ...periodOf(days), keyword: keyword ?? '', ...(sort ? { sort } : {}) };
      const { rows, total } = await listPageViews(db, query, page);
      return paged(rows, page, total);
    },
  );
  app.post<ListRequest<{ by?: StatisticsGroup | '' | null }>>(
    `${base}/figures`,
    {
      schema: {
        tags,
        summary: '访问统计（UV、PV）',
        body: listBodyWith({ by: { enum: [...STATISTICS_GROUPS, '', null] }, ...periodProperties }),
      },
    },
    async (request) => {
      permittedUserOf(request, LOG_PERMISSION);
      const page = pageOf(request.body);
      const { by, ...days } = request.body?.data ?? {};
      const { rows, total } = await listPageViewStatistics(db, { ...periodOf(days), by: by || 'day' }, page);
      return paged(rows, page, total);
    },
  );
  app.post<ListRequest<object>>(
    `${base}/signIns`,
    { schema: { tags, summary: '登录数据', body: listBodyWith(periodProperties) } },
    async (request) => {
      permittedUserOf(request, LOG_PERMISSION);
      const page = pageOf(request.body);
      const { rows, total } = await listSignInStatistics(db, periodOf(request.body?.data ?? {}), page);
      return paged(rows, page, total);
    },
  );
};
