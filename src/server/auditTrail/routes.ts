import { sendGenerated, xlsxFile, XLSX_TYPE } from '../archive/index.ts';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { listBodyWith } from '../http/schemas.ts';
import { LOG_PERMISSION, permittedUserOf } from '../http/permission.ts';
import { adminOf } from '../http/user.ts';
import { AUDIT_COLUMNS, exportedSheetRows } from './exportAudit.ts';
import { listAudit, type AuditQuery } from './listAudit.ts';
import { listRecordAudit } from './listRecordAudit.ts';
import { listSignIns } from './listSignIns.ts';
import { auditChoices } from './displayNames.ts';

interface SignInQuery {
  keyword?: string | null;
  action?: string | null;
  userId?: string | null;
  timeFrom?: string | null;
  timeTo?: string | null;
}

const optionalText = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
const body = listBodyWith({
  keyword: optionalText(200),
  object: optionalText(64),
  objectId: optionalText(200),
  action: optionalText(20),
  userId: optionalText(64),
  from: optionalText(20),
  to: optionalText(20),
});

/**
 * Routes that read the audit logs (administrators) and the sign-in log (people with the permission `LOG_PERMISSION`).
 * No route changes a log.
 */
export const auditRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['audit'];
  app.post<{ Body: { page?: Partial<Page> | null; data?: AuditQuery | null } | null }>(
    '/api/system/sysAudit/getList',
    { schema: { tags, summary: '审计日志', body } },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const { rows, total } = await listAudit(db, request.body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { page?: Partial<Page> | null; data?: SignInQuery | null } | null }>(
    '/api/system/sys/signInLog/page',
    {
      schema: {
        tags,
        summary: '登录日志',
        body: listBodyWith({
          keyword: optionalText(200),
          action: optionalText(20),
          userId: optionalText(64),
          timeFrom: optionalText(20),
          timeTo: optionalText(20),
        }),
      },
    },
    async (request) => {
      permittedUserOf(request, LOG_PERMISSION);
      const page = pageOf(request.body);
      const { timeFrom = null, timeTo = null, ...query } = request.body?.data ?? {};
      const { rows, total } = await listSignIns(db, { ...query, from: timeFrom, to: timeTo }, page);
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { page?: Partial<Page> | null; data?: AuditQuery | null } | null }>(
    '/api/system/sysAudit/getRecordList',
    { schema: { tags, summary: '业务单据的修改日志', body } },
    async (request) => {
      adminOf(request);
      const requestedPage = pageOf(request.body);
      const page = { ...requestedPage, pageSize: Math.min(requestedPage.pageSize, 100) };
      const { rows, total } = await listRecordAudit(context, request.body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { data?: AuditQuery | null } | null }>(
    '/api/system/sysAudit/export',
    { schema: { tags, summary: '导出审计日志', body } },
    async (request, reply) => {
      adminOf(request);
      const filter = request.body?.data ?? {};
      // an invalid query is refused before the answer begins
      await listAudit(db, filter, { pageNum: 1, pageSize: 1 });
      return sendGenerated(
        reply,
        '审计日志.xlsx',
        XLSX_TYPE,
        xlsxFile('审计日志', AUDIT_COLUMNS, exportedSheetRows(db, filter)),
      );
    },
  );
  app.get('/api/system/sysAudit/getChoices', { schema: { tags, summary: '审计日志的查询选项' } }, async (request) => {
    adminOf(request);
    const forms = await db
      .selectFrom('doc_document')
      .select(['doc_key as value', 'name as label'])
      .where('kind', '=', 'form')
      .where('published_version', 'is not', null)
      .orderBy('name')
      .execute();
    return ok({ ...auditChoices, forms });
  });
};
