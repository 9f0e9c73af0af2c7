import { sql, type SqlBool } from 'kysely';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { permittedUserOf } from '../http/permission.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith, id, isOn, flagSchema, type FlagValue } from '../http/schemas.ts';
import { newId } from '../store/newId.ts';
import { findNodeWithHolder } from './findNodeWithHolder.ts';
import { updateDerivedRoles } from './derivedRoles.ts';
import { copyToRecycleBin } from '../recycleBin/index.ts';

const nullableText = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
/** Number of the database lock that serialises changes of posts. */
const POST_LOCK = 4_271_022;
const POST_EDIT = 'system:post:edit';

interface PostBody {
  id?: string | null;
  name: string;
  code?: string | null;
  sn?: number | null;
  note?: string | null;
  disabled?: FlagValue;
}

/** Manages posts (岗位). People and roles refer to them by name. */
export const postRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const base = '/api/system/sys/post';
  app.get(`${base}/options`, { schema: { tags, summary: '可选的岗位' } }, async () =>
    ok(
      await db
        .selectFrom('sys_post')
        .select(['id', 'name'])
        .where('is_disabled', '=', false)
        .orderBy('sn')
        .orderBy('name')
        .limit(2000)
        .execute(),
    ),
  );
  app.post<{ Body: { page?: Partial<Page> | null; data?: { keyword?: string | null } | null } | null }>(
    `${base}/page`,
    { schema: { tags, summary: '岗位列表', body: listBodyWith({ keyword: nullableText(100) }) } },
    async (request) => {
      permittedUserOf(request, POST_EDIT);
      const page = pageOf(request.body);
      const keyword = request.body?.data?.keyword?.trim() ?? '';
      const like = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;
      const query = db.selectFrom('sys_post as p').where(sql<SqlBool>`(p.name ilike ${like} or p.code ilike ${like})`);
      const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await query
        .select([
          'p.id',
          'p.name',
          'p.code',
          'p.sn',
          'p.note',
          'p.is_disabled as disabled',
          sql<number>`(select count(distinct u.id)::integer from sys_user u left join sys_user_unit m on m.user_id = u.id where (u.post = p.name or m.post = p.name) and not u.is_disabled)`.as(
            'holders',
          ),
        ])
        .orderBy('p.sn')
        .orderBy('p.name')
        .limit(page.pageSize)
        .offset((page.pageNum - 1) * page.pageSize)
        .execute();
      return paged(rows, page, Number(total));
    },
  );
  app.post<{ Body: PostBody }>(
    `${base}/save`,
    {
      schema: {
        tags,
        summary: '保存岗位',
        body: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: {
            id: nullableText(64),
            name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
            code: nullableText(64),
            sn: { type: 'integer', minimum: 0, maximum: 1_000_000, nullable: true },
            note: nullableText(500),
            disabled: flagSchema,
          },
        },
      },
    },
    async (request) => {
      permittedUserOf(request, POST_EDIT);
      const { id: postId, name, code, sn, note, disabled } = request.body;
      const values = {
        name: name.trim(),
        code: code ?? '',
        sn: sn ?? 0,
        note: note ?? '',
        is_disabled: isOn(disabled),
      };
      return db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${POST_LOCK})`.execute(trx);
        const postWithSameName = await trx
          .selectFrom('sys_post')
          .select('id')
          .where('name', '=', values.name)
          .$if(Boolean(postId), (query) => query.where('id', '<>', postId ?? ''))
          .executeTakeFirst();
        if (postWithSameName) throw new Refusal('REQUEST_INVALID', { detail: `岗位“${values.name}”已存在` });
        if (!postId) {
          const addedId = newId();
          await trx
            .insertInto('sys_post')
            .values({ id: addedId, ...values })
            .execute();
          return ok({ id: addedId }, '已保存');
        }
        const storedPost = await trx.selectFrom('sys_post').select('name').where('id', '=', postId).executeTakeFirst();
        if (!storedPost) throw new Refusal('404');
        const nodeText =
          storedPost.name === values.name
            ? null
            : await findNodeWithHolder(
                trx,
                { type: 'post', value: storedPost.name },
                { type: 'post', value: values.name },
              );
        if (nodeText)
          throw new Refusal('REQUEST_INVALID', {
            detail: `${nodeText}按名称指定了岗位“${storedPost.name}”，改名后会找不到人，请先把该节点改为按角色或人员指定并发布`,
          });
        await trx.updateTable('sys_post').set(values).where('id', '=', postId).execute();
        if (storedPost.name !== values.name) {
          await trx.updateTable('sys_user').set({ post: values.name }).where('post', '=', storedPost.name).execute();
          await trx
            .updateTable('sys_user_unit')
            .set({ post: values.name })
            .where('post', '=', storedPost.name)
            .execute();
          await trx
            .updateTable('sys_role_member')
            .set({ member_id: values.name })
            .where('kind', '=', 'post')
            .where('member_id', '=', storedPost.name)
            .execute();
        }
        return ok({ id: postId }, '已保存');
      });
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/remove`,
    { schema: { tags, summary: '删除岗位', body: { type: 'object', required: ['id'], properties: { id } } } },
    async (request) => {
      const editor = permittedUserOf(request, POST_EDIT);
      await db.transaction().execute(async (trx) => {
        const post = await trx
          .selectFrom('sys_post')
          .select('name')
          .where('id', '=', request.body.id)
          .executeTakeFirst();
        if (!post) throw new Refusal('404');
        const holder = await trx
          .selectFrom('sys_user as u')
          .leftJoin('sys_user_unit as m', 'm.user_id', 'u.id')
          .where((eb) => eb.or([eb('u.post', '=', post.name), eb('m.post', '=', post.name)]))
          .select('u.id')
          .executeTakeFirst();
        if (holder) throw new Refusal('IN_USE', { name: post.name, what: '任职人员' });
        const nodeText = await findNodeWithHolder(trx, { type: 'post', value: post.name });
        if (nodeText) throw new Refusal('IN_USE', { name: post.name, what: `引用它的${nodeText}` });
        await copyToRecycleBin(trx, {
          kind: 'post',
          key: request.body.id,
          name: post.name,
          rowsByTable: [
            { table: 'sys_post', where: sql<SqlBool>`t.id = ${request.body.id}` },
            { table: 'sys_role_member', where: sql<SqlBool>`t.kind = 'post' and t.member_id = ${post.name}` },
          ],
        });
        await trx.deleteFrom('sys_role_member').where('kind', '=', 'post').where('member_id', '=', post.name).execute();
        await trx.deleteFrom('sys_post').where('id', '=', request.body.id).execute();
        await updateDerivedRoles(trx, editor);
      });
      return ok(null, '已删除');
    },
  );
};
