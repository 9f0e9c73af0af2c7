import type { Routes } from '../context.ts';
import type { DocumentKind } from '../documents/index.ts';
import { ok } from '../http/envelope.ts';
import { adminOf } from '../http/user.ts';
import { removeOpenPage, storeOpenPage, type OpenPage } from './presence.ts';

export const PRESENCE_PATH = '/api/system/sys/together';
export const kindSchema = { enum: ['form', 'screen', 'flow', 'dataset'] } as const satisfies {
  enum: readonly DocumentKind[];
};
export const documentKeySchema = { type: 'string', minLength: 1, maxLength: 160 } as const;
const pageIdSchema = { type: 'string', minLength: 8, maxLength: 64 } as const;

const openPageBody = {
  type: 'object',
  required: ['kind', 'key', 'pageId', 'place'],
  additionalProperties: false,
  properties: {
    kind: kindSchema,
    key: documentKeySchema,
    pageId: pageIdSchema,
    place: { type: 'string', maxLength: 200 },
  },
} as const;
const leaveBody = {
  type: 'object',
  required: ['pageId'],
  additionalProperties: false,
  properties: { pageId: pageIdSchema },
} as const;

/** Routes by which an administrator's editor reports its open document and gets the other open editors. */
export const presenceRoutes: Routes = (app, { db }) => {
  const tags = ['sys'];
  app.post<{ Body: OpenPage }>(
    `${PRESENCE_PATH}/here`,
    { schema: { tags, summary: '正在编辑此文档的人', body: openPageBody } },
    async (request) => {
      const user = adminOf(request);
      return ok(await db.transaction().execute((trx) => storeOpenPage(trx, user, request.body)));
    },
  );
  app.post<{ Body: { pageId: string } }>(
    `${PRESENCE_PATH}/leave`,
    { schema: { tags, summary: '不再编辑此文档', body: leaveBody } },
    async (request) => {
      const user = adminOf(request);
      await db.transaction().execute((trx) => removeOpenPage(trx, user, request.body.pageId));
      return ok(null);
    },
  );
};
