import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { adminOf } from '../http/user.ts';
import { listAudit, type AuditQuery } from './list.ts';
import { auditChoices } from './words.ts';

const text = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
const body = {
  type: 'object', nullable: true,
  properties: {
    page: { type: 'object', nullable: true, properties: { pageNum: { type: 'integer', minimum: 1, maximum: 1_000_000 }, pageSize: { type: 'integer', minimum: 1, maximum: 500 } } },
    data: { type: 'object', nullable: true, properties: { keyword: text(200), object: text(64), action: text(20), userId: text(64), from: text(20), to: text(20) } },
  },
} as const;

/** The audit log, for administrators to read; there is no call that changes it. */
export const auditRoutes: Routes = (app, { db }) => {
  const tags = ['audit'];
  app.post<{ Body: { page?: Partial<Page> | null; data?: AuditQuery | null } | null }>('/api/system/sysAudit/getList', { schema: { tags, summary: '审计日志', body } }, async (request) => {
    adminOf(request);
    const page = pageOf(request.body);
    const { rows, total } = await listAudit(db, request.body?.data ?? {}, page);
    return paged(rows, page, total);
  });
  app.get('/api/system/sysAudit/getChoices', { schema: { tags, summary: '审计日志的查询选项' } }, async (request) => {
    adminOf(request);
    return ok(auditChoices);
  });
};
