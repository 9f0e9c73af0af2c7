import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { id } from '../http/schemas.ts';
import { userOf } from '../http/user.ts';
import type { BusinessObject } from './access.ts';
import { attach, attachmentsOf, detach, mayAttachToObject } from './attachments.ts';

const busType = {
  type: 'string',
  minLength: 1,
  maxLength: 130,
  pattern: '^[A-Za-z][\\w-]{0,63}(:[\\w-]{1,64})?$',
} as const;
const businessObjectQuery = {
  type: 'object',
  required: ['busId', 'busType'],
  properties: { busId: id, busType },
} as const;
const insertBody = {
  type: 'object',
  required: ['busId', 'busType'],
  anyOf: [{ required: ['attId'] }, { required: ['attIds'] }],
  properties: { busId: id, busType, attId: id, attIds: { type: 'array', minItems: 1, maxItems: 20, items: id } },
} as const;
const removeQuery = { type: 'object', required: ['id'], properties: { id } } as const;

/** Routes for the files that are attached to business objects (CL-039, CL-040). */
export const attachmentRoutes: Routes = (app, context) => {
  const tags = ['file'];
  app.get<{ Querystring: BusinessObject }>(
    '/api/file/att/listByBusIdAndType',
    { schema: { tags, summary: '业务附件', querystring: businessObjectQuery } },
    async (request) => ok(await attachmentsOf(context, userOf(request), request.query)),
  );
  app.get<{ Querystring: BusinessObject }>(
    '/api/file/att/mayAdd',
    { schema: { tags, summary: '可否添加业务附件', querystring: businessObjectQuery } },
    async (request) => ok({ mayAdd: await mayAttachToObject(context, userOf(request), request.query) }),
  );
  app.post<{ Body: BusinessObject & { attId?: string; attIds?: string[] } }>(
    '/api/file/attBusi/insertAtt',
    { schema: { tags, summary: '添加业务附件', body: insertBody } },
    async (request) => {
      const { attId, attIds = [], ...object } = request.body;
      return ok(
        await attach(context, userOf(request), object, attId === undefined ? attIds : [attId, ...attIds]),
        '添加成功',
      );
    },
  );
  app.get<{ Querystring: { id: string } }>(
    '/api/file/attBusi/removeAtt',
    { schema: { tags, summary: '移除业务附件', querystring: removeQuery } },
    async (request) => {
      await detach(context, userOf(request), request.query.id);
      return ok(null, '移除成功');
    },
  );
};
