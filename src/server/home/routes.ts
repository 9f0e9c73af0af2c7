import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { userOf } from '../http/user.ts';
import { byDept, byForm, byMonth, byState, type Scope } from './statistics.ts';

const scope = { type: 'string', enum: ['mine', 'unit'], default: 'mine' } as const;
const scoped = { type: 'object', properties: { scope } } as const;
const monthly = {
  type: 'object',
  properties: { scope, months: { type: 'integer', minimum: 1, maximum: 36, default: 6 } },
} as const;

/** Numbers for the charts of the home page. */
export const homeRoutes: Routes = (app, { db }) => {
  const tags = ['home'];
  app.get<{ Querystring: { scope: Scope; months: number } }>(
    '/api/system/home/byMonth',
    { schema: { tags, summary: '每月申请数', querystring: monthly } },
    async (request) => ok(await byMonth(db, userOf(request), request.query.scope, request.query.months)),
  );
  app.get<{ Querystring: { scope: Scope } }>(
    '/api/system/home/byForm',
    { schema: { tags, summary: '各类申请数', querystring: scoped } },
    async (request) => ok(await byForm(db, userOf(request), request.query.scope)),
  );
  app.get<{ Querystring: { scope: Scope } }>(
    '/api/system/home/byState',
    { schema: { tags, summary: '各状态申请数', querystring: scoped } },
    async (request) => ok(await byState(db, userOf(request), request.query.scope)),
  );
  app.get('/api/system/home/byDept', { schema: { tags, summary: '各部门申请数' } }, async (request) =>
    ok(await byDept(db, userOf(request))),
  );
};
