import { EVERYBODY, FORM_RIGHTS } from '../../rules/formRights.ts';
import type { Routes } from '../context.ts';
import { announce } from '../events/index.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { key } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import { restrictableFields } from './restrictableFields.ts';
import { loadRoleGrid, saveRoleGrid, type GridChange } from './roleGrid.ts';

/** The code of a role, or `*` for everybody who is signed in. */
const code = { type: 'string', minLength: 1, maxLength: 64, pattern: '^([A-Za-z][\\w-]*|\\*)$' } as const;
const fields = {
  type: 'array',
  nullable: true,
  maxItems: 2000,
  items: { type: 'string', minLength: 1, maxLength: 200 },
} as const;
const body = {
  type: 'object',
  required: ['code'],
  additionalProperties: false,
  properties: {
    code,
    revision: { type: 'string', maxLength: 64, nullable: true },
    menuIds: { type: 'array', nullable: true, maxItems: 5000, items: { type: 'string', minLength: 1, maxLength: 64 } },
    permissions: {
      type: 'array',
      nullable: true,
      maxItems: 500,
      items: { type: 'string', minLength: 1, maxLength: 100 },
    },
    forms: {
      type: 'array',
      nullable: true,
      maxItems: 2000,
      items: {
        type: 'object',
        required: ['formKey'],
        additionalProperties: false,
        properties: {
          formKey: key,
          rights: { type: 'array', nullable: true, maxItems: 20, items: { enum: FORM_RIGHTS } },
          hidden: fields,
          locked: fields,
        },
      },
    },
  },
} as const;

/** Reads and saves the grid of a role: menu entries, and rights by form; for administrators. */
export const roleGridRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['system'];
  app.get<{ Querystring: { code: string } }>(
    '/api/system/sys/role/grid',
    {
      schema: {
        tags,
        summary: '角色的菜单与表单权限',
        querystring: { type: 'object', required: ['code'], properties: { code } },
      },
    },
    async (request) => {
      adminOf(request);
      return ok(await loadRoleGrid(db, request.query.code));
    },
  );
  app.get<{ Querystring: { formKey: string } }>(
    '/api/system/sys/role/formFields',
    {
      schema: {
        tags,
        summary: '可限制的字段',
        querystring: { type: 'object', required: ['formKey'], properties: { formKey: key } },
      },
    },
    async (request) => {
      adminOf(request);
      return ok(await restrictableFields(context, db, request.query.formKey));
    },
  );
  app.post<{ Body: GridChange }>(
    '/api/system/sys/role/saveGrid',
    { schema: { tags, summary: '保存角色的菜单与表单权限', body } },
    async (request) => {
      const { name } = adminOf(request);
      if (request.body.code === 'admin')
        throw new Refusal('REQUEST_INVALID', { detail: '系统管理员拥有全部权限，无需设置' });
      await db.transaction().execute(async (trx) => {
        await saveRoleGrid(context, trx, name, request.body);
        if ((request.body.menuIds ?? request.body.permissions) && request.body.code !== EVERYBODY)
          await announce(trx, 'menu', null);
      });
      return ok(null, '已保存，马上生效');
    },
  );
};
