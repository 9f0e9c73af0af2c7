import { countOwnWork } from '../approval/index.ts';
import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { userOf } from '../http/user.ts';
import { loadDeskChoice, saveDeskChoice, type DeskChoice } from './desk.ts';
import { countByDept, countByForm, countByMonth, countByState, type Scope } from './statistics.ts';

const scope = { type: 'string', enum: ['mine', 'unit'], default: 'mine' } as const;
const scopeQuery = { type: 'object', properties: { scope } } as const;
const scopeAndMonthsQuery = {
  type: 'object',
  properties: { scope, months: { type: 'integer', minimum: 1, maximum: 36, default: 6 } },
} as const;

/** Identifies a desk (a block of cards): the path of its page and the key of its node, as `path:key`. */
const place = { type: 'string', minLength: 1, maxLength: 200 } as const;
const cardKeys = {
  type: 'array',
  maxItems: 60,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 40 },
} as const;
const deskBody = {
  type: 'object',
  required: ['place', 'choice'],
  additionalProperties: false,
  properties: {
    place,
    choice: {
      type: ['object', 'null'],
      required: ['shown', 'hidden'],
      additionalProperties: false,
      properties: { shown: cardKeys, hidden: cardKeys },
    },
  },
} as const;

/** Routes of the home page: statistics for its charts, the person's own work, and the arrangement of desks. */
export const homeRoutes: Routes = (app, { db }) => {
  const tags = ['home'];
  app.get<{ Querystring: { scope: Scope; months: number } }>(
    '/api/system/home/byMonth',
    { schema: { tags, summary: '每月申请数', querystring: scopeAndMonthsQuery } },
    async (request) => ok(await countByMonth(db, userOf(request), request.query.scope, request.query.months)),
  );
  app.get<{ Querystring: { scope: Scope } }>(
    '/api/system/home/byForm',
    { schema: { tags, summary: '各类申请数', querystring: scopeQuery } },
    async (request) => ok(await countByForm(db, userOf(request), request.query.scope)),
  );
  app.get<{ Querystring: { scope: Scope } }>(
    '/api/system/home/byState',
    { schema: { tags, summary: '各状态申请数', querystring: scopeQuery } },
    async (request) => ok(await countByState(db, userOf(request), request.query.scope)),
  );
  app.get('/api/system/home/byDept', { schema: { tags, summary: '各部门申请数' } }, async (request) =>
    ok(await countByDept(db, userOf(request))),
  );
  app.get('/api/system/home/ownWork', { schema: { tags, summary: '我的工作' } }, async (request) =>
    ok(await countOwnWork(db, userOf(request).id)),
  );
  app.get<{ Querystring: { place: string } }>(
    '/api/system/home/desk',
    {
      schema: {
        tags,
        summary: '个人工作台的排列',
        querystring: { type: 'object', required: ['place'], properties: { place } },
      },
    },
    async (request) => ok(await loadDeskChoice(db, userOf(request), request.query.place)),
  );
  app.post<{ Body: { place: string; choice: DeskChoice | null } }>(
    '/api/system/home/desk',
    { schema: { tags, summary: '保存个人工作台的排列', body: deskBody } },
    async (request) => {
      await saveDeskChoice(db, userOf(request), request.body.place, request.body.choice);
      return ok(null, '已保存');
    },
  );
};
