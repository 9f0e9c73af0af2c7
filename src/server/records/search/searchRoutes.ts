import type { Routes } from '../../context.ts';
import { ok } from '../../http/envelope.ts';
import { key } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import { findRecords } from './findRecords.ts';

/** The search over the records of all forms. */
export const searchRoutes: Routes = (app, context) => {
  const querystring = {
    type: 'object',
    required: ['text'],
    additionalProperties: false,
    properties: {
      text: { type: 'string', minLength: 2, maxLength: 100 },
      formKey: key,
      pageSize: { type: 'integer', minimum: 1, maximum: 50 },
    },
  } as const;
  app.get<{
    Querystring: { text: string; formKey?: string; pageSize?: number };
  }>(
    '/api/system/search/records',
    {
      config: { recordOperation: 'search' },
      schema: { tags: ['frmCrud'], summary: '全局搜索', querystring },
    },
    async (request) => ok(await findRecords(context, userOf(request), request.query)),
  );
};
