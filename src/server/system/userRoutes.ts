import { hasRole, hasRoleLike } from '../../rules/permission.ts';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { pageBody } from '../http/schemas.ts';
import { userOf } from '../http/user.ts';
import { usersOfRole } from './roleUsers.ts';
import { searchUsers, usersByIds } from './searchUsers.ts';

const nameBody = {
  type: 'object',
  properties: {
    id: { type: ['string', 'null'], maxLength: 64 },
    name: { type: ['string', 'null'], maxLength: 100 },
    orgId: { type: ['string', 'null'], maxLength: 64 },
    page: pageBody,
  },
} as const;
const idsBody = {
  type: 'object',
  required: ['ids'],
  properties: { ids: { type: 'array', maxItems: 500, items: { type: 'string', maxLength: 64 } } },
} as const;
const roleQuery = {
  type: 'object',
  required: ['roleCode'],
  properties: { roleCode: { type: 'string', minLength: 1, maxLength: 64 } },
} as const;
const roleParams = { type: 'object', properties: { role: { type: 'string', minLength: 1, maxLength: 64 } } } as const;
const photoBody = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', minLength: 1, maxLength: 64 } },
} as const;
/** Types of a photo (TB-006). The content of uploads is checked against the file type. */
const PHOTO_TYPES = ['png', 'jpg', 'jpeg'];
const MAX_PHOTO_BYTES = 1024 ** 2;

/** Routes for people and their roles (CL-030…032, CL-060…062; RP-004, RP-007). */
export const userRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  app.post<{ Body: { id?: string | null; name?: string | null; orgId?: string | null; page?: Partial<Page> | null } }>(
    '/api/system/sys/user/likeName',
    { schema: { tags, summary: '按姓名查人', body: nameBody } },
    async ({ body }) => {
      const page = pageOf(body);
      const { rows, total } = await searchUsers(
        db,
        { text: body.name ?? '', ...(body.id ? { id: body.id } : {}), ...(body.orgId ? { orgId: body.orgId } : {}) },
        page,
      );
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { ids: string[] } }>(
    '/api/system/sys/user/listByIds',
    { schema: { tags, summary: '按编号查人', body: idsBody } },
    async ({ body }) => ok(await usersByIds(db, body.ids)),
  );

  app.get('/api/system/sys/user/getUserPhoto', { schema: { tags, summary: '当前用户的照片' } }, async (request) => {
    const row = await db
      .selectFrom('sys_user')
      .select('photo_id')
      .where('id', '=', userOf(request).id)
      .executeTakeFirst();
    return ok({ url: row?.photo_id ? `/api/file/sys/file/download/${row.photo_id}` : '' });
  });
  app.post<{ Body: { id: string } }>(
    '/api/system/sys/user/setUserPhoto',
    { schema: { tags, summary: '更换当前用户的照片', body: photoBody } },
    async (request) => {
      const { id } = userOf(request);
      const file = await db
        .selectFrom('att_file')
        .select(['file_ext', 'size'])
        .where('id', '=', request.body.id)
        .where('uploader_id', '=', id)
        .executeTakeFirst();
      if (!file) throw new Refusal('404');
      if (!PHOTO_TYPES.includes(file.file_ext)) throw new Refusal('FILE_TYPE', { types: PHOTO_TYPES.join('、') });
      if (file.size > MAX_PHOTO_BYTES) throw new Refusal('FILE_SIZE', { limit: '1 MB' });
      await db.updateTable('sys_user').set({ photo_id: request.body.id }).where('id', '=', id).execute();
      return ok(null, '头像已更换');
    },
  );
  app.get<{ Querystring: { roleCode: string } }>(
    '/api/system/sys/userRole/judgeRoleByUser',
    { schema: { tags, summary: '是否有此角色', querystring: roleQuery } },
    async (request) => ok(hasRole(userOf(request), [request.query.roleCode])),
  );
  app.get<{ Querystring: { roleCode: string } }>(
    '/api/system/sys/userRole/judgeRoleLikeByUser',
    { schema: { tags, summary: '是否有含此文字的角色', querystring: roleQuery } },
    async (request) => ok(hasRoleLike(userOf(request), [request.query.roleCode])),
  );
  // the pages of elevator and crane inspection use their own paths for the same call
  for (const [area, summary] of [
    ['dt', '电梯业务：有此角色的人员'],
    ['crane', '起重机械业务：有此角色的人员'],
  ] as const) {
    app.get<{ Params: { role: string } }>(
      `/api/system/${area}/user/getUserInfoByRole/:role`,
      { schema: { tags, summary, params: roleParams } },
      async (request) => ok(await usersOfRole(db, userOf(request), request.params.role)),
    );
  }
};
