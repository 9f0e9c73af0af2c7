import type { FastifyRequest } from 'fastify';
import type { Routes } from '../context.ts';
import { ok, pagedPart, pageOf } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith } from '../http/schemas.ts';
import { userOf } from '../http/user.ts';
import { bearerOf } from './bearer.ts';
import { endSessions, listOpenSessions } from './sessions.ts';

const endBody = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', minLength: 1, maxLength: 64 } },
} as const;

/** Lists and ends the caller's own open sessions. */
export const sessionRoutes: Routes = (app, { db }) => {
  const tags = ['auth'];
  const tokenOf = (request: FastifyRequest): string => bearerOf(request) ?? '';
  app.get('/api/auth/session/list', { schema: { tags, summary: '自己已登录的设备' } }, async (request) =>
    ok(await listOpenSessions(db, userOf(request).id, tokenOf(request))),
  );

  // the same list in pages, for the block that shows lists of system data (`SystemListBlock`)
  app.post(
    '/api/auth/session/page',
    { schema: { tags, summary: '自己已登录的设备（分页）', body: listBodyWith({}) } },
    async (request) => {
      const page = pageOf(request.body as Parameters<typeof pageOf>[0]);
      const rows = await listOpenSessions(db, userOf(request).id, tokenOf(request));
      return pagedPart(rows, page);
    },
  );

  app.post<{ Body: { id: string } }>(
    '/api/auth/session/end',
    { config: { isAllowedWhenFull: true }, schema: { tags, summary: '退出一台设备上的登录', body: endBody } },
    async (request) => {
      if ((await endSessions(db, userOf(request), { id: request.body.id })) === 0) throw new Refusal('404');
      return ok(null, '已退出该设备');
    },
  );

  app.post(
    '/api/auth/session/endOthers',
    { config: { isAllowedWhenFull: true }, schema: { tags, summary: '退出其他设备上的登录' } },
    async (request) => {
      const count = await endSessions(db, userOf(request), { allBut: tokenOf(request) });
      return ok(count, '已退出其他设备');
    },
  );
};
