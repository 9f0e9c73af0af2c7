import type { FastifyRequest } from 'fastify';
import { bearerOf, secretHash } from '../auth/index.ts';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { permittedUserOf } from '../http/permission.ts';
import { listBodyWith, id } from '../http/schemas.ts';
import { sortSchema } from '../http/sorting.ts';
import { endOnlineSession, listOnlineSessions, ONLINE_SORT_FIELDS, type OnlineSessionQuery } from './onlineSessions.ts';
import { ONLINE_END } from './permissions.ts';

/** Routes that list and end the sessions of all people; for administrators and roles with the permission ONLINE_END. */
export const onlineRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const tokenHashOf = (request: FastifyRequest): string => secretHash(bearerOf(request) ?? '');
  app.post<{ Body: { page?: Partial<Page> | null; data?: OnlineSessionQuery | null } | null }>(
    '/api/system/sys/online/page',
    {
      schema: {
        tags,
        summary: '在线用户',
        body: listBodyWith({
          keyword: { type: 'string', maxLength: 100, nullable: true },
          sort: sortSchema(ONLINE_SORT_FIELDS),
        }),
      },
    },
    async (request) => {
      permittedUserOf(request, ONLINE_END);
      const page = pageOf(request.body);
      const { rows, total } = await listOnlineSessions(db, request.body?.data ?? {}, page, tokenHashOf(request));
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { id: string } }>(
    '/api/system/sys/online/end',
    {
      config: { isAllowedWhenFull: true },
      schema: {
        tags,
        summary: '结束一个在线会话',
        body: { type: 'object', required: ['id'], additionalProperties: false, properties: { id } },
      },
    },
    async (request) => {
      const user = permittedUserOf(request, ONLINE_END);
      await db.transaction().execute((trx) => endOnlineSession(trx, user, request.body.id, tokenHashOf(request)));
      return ok(null, '已结束该登录');
    },
  );
};
