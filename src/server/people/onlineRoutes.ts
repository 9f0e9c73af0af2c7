import type { FastifyRequest } from 'fastify';
import { bearerOf, secretHash } from '../auth/index.ts';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { permittedOf } from '../http/permit.ts';
import { asking, id } from '../http/schemas.ts';
import { sortSchema } from '../http/sorting.ts';
import { endOnline, listOnline, ONLINE_ORDERS, type OnlineQuery } from './onlineSessions.ts';
import { ONLINE } from './permissions.ts';

/** Who is signed in, and ending a session, for administrators and who may do so. */
export const onlineRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const tokenOf = (request: FastifyRequest): string => secretHash(bearerOf(request) ?? '');
  app.post<{ Body: { page?: Partial<Page> | null; data?: OnlineQuery | null } | null }>(
    '/api/system/sys/online/page',
    {
      schema: {
        tags,
        summary: '在线用户',
        body: asking({ keyword: { type: 'string', maxLength: 100, nullable: true }, sort: sortSchema(ONLINE_ORDERS) }),
      },
    },
    async (request) => {
      permittedOf(request, ONLINE);
      const page = pageOf(request.body);
      const { rows, total } = await listOnline(db, request.body?.data ?? {}, page, tokenOf(request));
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { id: string } }>(
    '/api/system/sys/online/end',
    {
      config: { needsNoRoom: true },
      schema: {
        tags,
        summary: '结束一个在线会话',
        body: { type: 'object', required: ['id'], additionalProperties: false, properties: { id } },
      },
    },
    async (request) => {
      const user = permittedOf(request, ONLINE);
      await db.transaction().execute((trx) => endOnline(trx, user, request.body.id, tokenOf(request)));
      return ok(null, '已结束该登录');
    },
  );
};
