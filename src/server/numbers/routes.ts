import { recordAuditEvent } from '../audit/index.ts';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { listBodyWith } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import { raiseCounter, listSerialCounters, listSerialRules } from './serialRules.ts';

const nullableText = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
const key = { type: 'string', minLength: 1, maxLength: 200 } as const;
const pageSlice = <T>(rows: readonly T[], { pageNum, pageSize }: Page): T[] =>
  rows.slice((pageNum - 1) * pageSize, pageNum * pageSize);

interface ListCall {
  Body: {
    page?: Partial<Page> | null;
    data?: { keyword?: string | null; formKey?: string | null; field?: string | null } | null;
  } | null;
}

/**
 * Routes for administrators: the serial-number rules of the published forms, and their counters. The rules are
 * read-only here, because they are part of the definitions of the forms.
 */
export const serialRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  app.post<ListCall>(
    '/api/system/sys/serial/page',
    { schema: { tags, summary: '编号规则', body: listBodyWith({ keyword: nullableText(100) }) } },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const rows = await listSerialRules(db, request.body?.data?.keyword ?? '');
      return paged(pageSlice(rows, page), page, rows.length);
    },
  );
  app.post<ListCall>(
    '/api/system/sys/serial/counters',
    {
      schema: {
        tags,
        summary: '编号的计数',
        body: listBodyWith({ formKey: nullableText(64), field: nullableText(200) }),
      },
    },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const { formKey, field } = request.body?.data ?? {};
      const rows = await listSerialCounters(db, formKey ?? '', field ?? '');
      return paged(pageSlice(rows, page), page, rows.length);
    },
  );
  app.post<{ Body: { formKey: string; field: string; period: string; last: number } }>(
    '/api/system/sys/serial/raise',
    {
      schema: {
        tags,
        summary: '调大编号的计数',
        body: {
          type: 'object',
          required: ['formKey', 'field', 'period', 'last'],
          additionalProperties: false,
          properties: {
            formKey: key,
            field: key,
            period: { type: 'string', minLength: 1, maxLength: 300 },
            last: { type: 'integer', minimum: 0, maximum: 999_999_999 },
          },
        },
      },
    },
    async (request) => {
      adminOf(request);
      const { formKey, field, period, last } = request.body;
      await db.transaction().execute(async (trx) => {
        await raiseCounter(trx, request.body);
        await recordAuditEvent(trx, {
          action: 'counterRaised',
          object: 'frm_serial',
          objectId: `${formKey}/${field}`,
          // a stored period has # in place of the number, between its prefix and its suffix
          objectName: period.replace('#', '…'),
          detail: { last },
        });
      });
      return ok(null, '已保存');
    },
  );
};
