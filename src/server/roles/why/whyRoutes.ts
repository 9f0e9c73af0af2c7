import { loadPeopleAsSignedIn } from '../../auth/index.ts';
import type { Routes } from '../../context.ts';
import { ok } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import { id, key } from '../../http/schemas.ts';
import { adminOf } from '../../http/user.ts';
import { listHeldRoles } from './heldRoles.ts';
import { whoSees, type VisibilitySubject } from './whoSees.ts';
import { whyForm } from './whyForm.ts';
import { menuPath, loadMenuRows, whyMenu } from './whyMenu.ts';
import { loadExplainedRecord, whyRecord } from './whyRecord.ts';

/** The JSON schema of `VisibilitySubject`. */
const subjectProperties = { formKey: key, recordId: id, menuId: id } as const;

/** Refuses with REQUEST_INVALID a request that names neither a form nor a menu entry. */
function requireSubject({ formKey, menuId }: VisibilitySubject): void {
  if (!formKey && !menuId) throw new Refusal('REQUEST_INVALID', { detail: '请选择表单或菜单' });
}

/**
 * Routes that explain why a person may see a form, record or menu entry, and list who may see it; for administrators.
 */
export const accessExplanationRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['system'];
  app.get<{ Querystring: VisibilitySubject & { userId: string } }>(
    '/api/system/sys/role/why',
    {
      schema: {
        tags,
        summary: '为什么能看到',
        querystring: { type: 'object', required: ['userId'], properties: { userId: id, ...subjectProperties } },
      },
    },
    async (request) => {
      adminOf(request);
      const { userId, formKey, recordId, menuId } = request.query;
      requireSubject(request.query);
      const person = await db
        .selectFrom('sys_user')
        .select(['id', 'name', 'username', 'is_disabled'])
        .where('id', '=', userId)
        .executeTakeFirst();
      if (!person) throw new Refusal('404');
      const roles = await listHeldRoles(db, userId);
      const personData = { name: person.name, username: person.username, isDisabled: person.is_disabled, roles };
      const [user] = await loadPeopleAsSignedIn(db, [userId]);
      if (!user) return ok({ ...personData, form: null, record: null, menu: null });
      const record = formKey && recordId ? await loadExplainedRecord(db, formKey, recordId) : null;
      const menus = menuId ? await loadMenuRows(db) : null;
      const roleNames = new Map(
        (await db.selectFrom('sys_role').select(['code', 'name']).execute()).map(({ code, name }) => [code, name]),
      );
      return ok({
        ...personData,
        form: formKey ? await whyForm(context, db, user, { formKey, roles }) : null,
        record: record ? { title: record.title, because: await whyRecord(context, db, user, record) } : null,
        menu:
          menus && menuId
            ? {
                title: menuPath(menus, menuId),
                ...whyMenu(menus, user, menuId, (code) => roleNames.get(code) ?? code),
              }
            : null,
      });
    },
  );
  app.get<{ Querystring: VisibilitySubject & { after?: string; keyword?: string } }>(
    '/api/system/sys/role/who',
    {
      schema: {
        tags,
        summary: '谁能看到',
        querystring: {
          type: 'object',
          properties: {
            ...subjectProperties,
            after: { type: 'string', maxLength: 100, description: '从此用户名之后继续' },
            keyword: { type: 'string', maxLength: 100 },
          },
        },
      },
    },
    async (request) => {
      adminOf(request);
      requireSubject(request.query);
      const { after, keyword } = request.query;
      return ok(await whoSees(context, db, request.query, { after: after ?? '', keyword: keyword?.trim() ?? '' }));
    },
  );
  app.get('/api/system/sys/role/subjects', { schema: { tags, summary: '可查询权限的表单与菜单' } }, async (request) => {
    adminOf(request);
    const menus = await loadMenuRows(db);
    const forms = await db
      .selectFrom('doc_document')
      .select(['doc_key as formKey', 'name as formName'])
      .where('kind', '=', 'form')
      .where('published_version', 'is not', null)
      .orderBy('name')
      .execute();
    return ok({
      forms,
      menus: menus.rows
        .filter(({ item }) => item['hidden'] !== true)
        .map((row) => ({
          id: row.id,
          title: menuPath(menus, row.id),
        }))
        .toSorted((a, b) => a.title.localeCompare(b.title, 'zh')),
    });
  });
};
