import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith, id, key } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import { lockAdministrators, requireRemainingAdministrator } from '../system/index.ts';
import { addRole, changeRole, copyRole, listRoles, removeRole, roleByCode, type RoleBody } from './manageRoles.ts';
import { PERMISSIONS } from './permissions.ts';
import { addMembers, removeMember, roleMembers, type MemberKind } from './roleMembers.ts';

const nullableText = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
const name = { type: 'string', minLength: 1, maxLength: 50, pattern: '\\S' } as const;
const roleProperties = {
  code: key,
  name,
  note: nullableText(500),
  sn: { type: 'integer', minimum: 0, maximum: 1_000_000, nullable: true },
  permissions: {
    anyOf: [{ type: 'string', maxLength: 5000 }, { type: 'array', maxItems: 200, items: id }, { type: 'null' }],
  },
} as const;
/** Schema of a query string or body that contains only the code of a role. */
const codeSchema = { type: 'object', required: ['code'], properties: { code: key } } as const;
const MEMBER_KINDS = ['user', 'dept', 'post', 'group'] as const;

/** Routes to manage roles and their members; for administrators. Only the list of codes and names is for everybody. */
export const manageRoleRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['system'];
  const base = '/api/system/sys/role';
  app.get(`${base}/options`, { schema: { tags, summary: '可选的角色' } }, async () =>
    ok(await db.selectFrom('sys_role').select(['code', 'name']).orderBy('sn').orderBy('code').execute()),
  );
  app.get(`${base}/permissions`, { schema: { tags, summary: '可授予的功能权限' } }, async (request) => {
    adminOf(request);
    return ok(PERMISSIONS);
  });
  app.post<{ Body: { page?: Partial<Page> | null; data?: { keyword?: string | null } | null } | null }>(
    `${base}/page`,
    { schema: { tags, summary: '角色列表', body: listBodyWith({ keyword: nullableText(100) }) } },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const { rows, total } = await listRoles(db, request.body?.data?.keyword ?? '', page);
      return paged(rows, page, total);
    },
  );
  app.get<{ Querystring: { code: string } }>(
    `${base}/detail`,
    { schema: { tags, summary: '一个角色', querystring: codeSchema } },
    async (request) => {
      adminOf(request);
      const role = await roleByCode(db, request.query.code);
      if (!role) throw new Refusal('404');
      return ok(role);
    },
  );
  app.get<{ Querystring: { code: string } }>(
    `${base}/copyStart`,
    { schema: { tags, summary: '复制角色时的建议名称', querystring: codeSchema } },
    async (request) => {
      adminOf(request);
      const role = await roleByCode(db, request.query.code);
      if (!role) throw new Refusal('404');
      return ok({ name: `${role.name}（副本）`, code: `${role.code}Copy` });
    },
  );
  app.post<{ Body: RoleBody & { code: string } }>(
    `${base}/add`,
    {
      schema: {
        tags,
        summary: '新增角色',
        body: { type: 'object', required: ['code', 'name'], additionalProperties: false, properties: roleProperties },
      },
    },
    async (request) => {
      adminOf(request);
      await db.transaction().execute((trx) => addRole(trx, request.body));
      return ok({ code: request.body.code }, '已新增');
    },
  );
  app.post<{ Body: RoleBody & { code: string } }>(
    `${base}/change`,
    {
      schema: {
        tags,
        summary: '修改角色',
        body: {
          type: 'object',
          required: ['code', 'name'],
          additionalProperties: false,
          properties: { ...roleProperties, revision: nullableText(64) },
        },
      },
    },
    async (request) => {
      adminOf(request);
      const { code, ...body } = request.body;
      await db.transaction().execute((trx) => changeRole(trx, code, body));
      return ok({ code }, '已保存');
    },
  );
  app.post<{ Body: RoleBody & { code: string; from: string } }>(
    `${base}/copy`,
    {
      schema: {
        tags,
        summary: '复制角色',
        body: {
          type: 'object',
          required: ['from', 'code', 'name'],
          additionalProperties: false,
          properties: { from: key, code: key, name, note: nullableText(500) },
        },
      },
    },
    async (request) => {
      adminOf(request);
      const { from, ...body } = request.body;
      await db.transaction().execute((trx) => copyRole(trx, from, body));
      return ok({ code: body.code }, '已复制');
    },
  );
  app.post<{ Body: { code: string } }>(
    `${base}/remove`,
    { schema: { tags, summary: '删除角色', body: codeSchema } },
    async (request) => {
      adminOf(request);
      await db.transaction().execute((trx) => removeRole(context, trx, request.body.code));
      return ok(null, '已删除');
    },
  );
  app.post<{ Body: { data?: { code?: string | null } | null; page?: Partial<Page> | null } | null }>(
    `${base}/members`,
    { schema: { tags, summary: '角色成员', body: listBodyWith({ code: nullableText(64) }) } },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const members = await roleMembers(db, request.body?.data?.code ?? '');
      return paged(
        members.slice((page.pageNum - 1) * page.pageSize, page.pageNum * page.pageSize),
        page,
        members.length,
      );
    },
  );
  app.post<{ Body: { code: string; kind: MemberKind; ids: string | string[] } }>(
    `${base}/addMembers`,
    {
      schema: {
        tags,
        summary: '添加角色成员',
        body: {
          type: 'object',
          required: ['code', 'kind', 'ids'],
          additionalProperties: false,
          properties: {
            code: key,
            kind: { enum: MEMBER_KINDS },
            ids: {
              anyOf: [
                { type: 'string', minLength: 1, maxLength: 20_000 },
                { type: 'array', minItems: 1, maxItems: 500, items: { type: 'string', maxLength: 200 } },
              ],
            },
          },
        },
      },
    },
    async (request) => {
      const administrator = adminOf(request);
      const { code, kind, ids } = request.body;
      const memberIds = (typeof ids === 'string' ? ids.split(',') : ids).filter(Boolean);
      await db.transaction().execute((trx) => addMembers(trx, administrator, code, kind, memberIds));
      return ok(null, '已添加');
    },
  );
  app.post<{ Body: { code: string; kind: MemberKind; memberId: string } }>(
    `${base}/removeMember`,
    {
      schema: {
        tags,
        summary: '移除角色成员',
        body: {
          type: 'object',
          required: ['code', 'kind', 'memberId'],
          additionalProperties: false,
          properties: {
            code: key,
            kind: { enum: MEMBER_KINDS },
            memberId: { type: 'string', minLength: 1, maxLength: 200 },
          },
        },
      },
    },
    async (request) => {
      const administrator = adminOf(request);
      const { code, kind, memberId } = request.body;
      await db.transaction().execute(async (trx) => {
        await lockAdministrators(trx);
        await removeMember(trx, administrator, code, kind, memberId);
        await requireRemainingAdministrator(trx);
      });
      return ok(null, '已移除');
    },
  );
};
