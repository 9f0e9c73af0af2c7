import { PAGE_ERROR_LIMITS } from '../../domain/pageError.ts';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { LOG_PERMISSION, permittedUserOf } from '../http/permission.ts';
import { listBodyWith } from '../http/schemas.ts';
import { userOf } from '../http/user.ts';
import { secretCipherOf } from '../store/secretCipher.ts';
import { listPageErrors, stackOfPageError } from './listPageErrors.ts';
import { recordPageError, type ReportedError } from './recordPageError.ts';

const reportBody = {
  type: 'object',
  required: [...Object.keys(PAGE_ERROR_LIMITS), 'build'],
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(
      Object.entries(PAGE_ERROR_LIMITS).map(([key, maxLength]) => [key, { type: 'string', maxLength }]),
    ),
    build: { type: 'string', maxLength: 200 },
  },
} as const;
const number = { type: 'string', minLength: 1, maxLength: 8 } as const;

/** Routes of page errors: browsers report an error and get its number; administrators read errors. */
export const pageErrorRoutes: Routes = (app, { db, settings }) => {
  const tags = ['system'];
  const base = '/api/system/sys/pageError';
  app.post<{ Body: Omit<ReportedError, 'browser'> }>(
    `${base}/note`,
    { schema: { tags, summary: '报告页面错误', body: reportBody } },
    async (request) => {
      const browser = (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, 100);
      return ok({
        number: await recordPageError(db, secretCipherOf(settings), userOf(request), { ...request.body, browser }),
      });
    },
  );
  app.post<{ Body: { page?: Partial<Page> | null; data?: { keyword?: string | null } | null } | null }>(
    `${base}/page`,
    {
      schema: {
        tags,
        summary: '页面错误',
        body: listBodyWith({ keyword: { type: 'string', maxLength: 100, nullable: true } }),
      },
    },
    async (request) => {
      permittedUserOf(request, LOG_PERMISSION);
      const page = pageOf(request.body);
      const { rows, total } = await listPageErrors(db, request.body?.data?.keyword ?? '', page);
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { data: { number: string } } }>(
    `${base}/stack`,
    {
      schema: {
        tags,
        summary: '页面错误的调用位置',
        body: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'object', required: ['number'], properties: { number } } },
        },
      },
    },
    async (request) => {
      permittedUserOf(request, LOG_PERMISSION);
      return ok(await stackOfPageError(db, request.body.data.number));
    },
  );
};
