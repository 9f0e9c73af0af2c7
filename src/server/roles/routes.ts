import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { key } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import { DATA_SCOPES } from '../records/index.ts';
import { listRoleScopes, saveRoleScopes, type RoleScopesRequest } from './roleScopes.ts';

const scope = { enum: DATA_SCOPES } as const;
const deptIds = {
  type: 'array',
  nullable: true,
  maxItems: 500,
  items: { type: 'string', minLength: 1, maxLength: 64 },
} as const;
const forms = {
  type: 'array',
  maxItems: 500,
  items: { type: 'object', required: ['formKey', 'scope'], properties: { formKey: key, scope, deptIds } },
} as const;
const body = {
  type: 'object',
  required: ['code', 'scope', 'forms'],
  properties: {
    code: key,
    scope,
    deptIds,
    forms,
    before: { type: 'object', nullable: true, required: ['scope', 'forms'], properties: { scope, deptIds, forms } },
  },
} as const;

/** Lists and saves the data scopes of roles; for administrators. */
export const roleRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  app.get('/api/system/sys/roleScope/list', { schema: { tags, summary: '各角色的数据权限' } }, async (request) => {
    adminOf(request);
    return ok(await listRoleScopes(db));
  });
  app.post<{ Body: RoleScopesRequest }>(
    '/api/system/sys/roleScope/save',
    { schema: { tags, summary: '保存角色的数据权限', body } },
    async (request) => {
      adminOf(request);
      await saveRoleScopes(db, request.body);
      return ok(null, '已保存');
    },
  );
};
