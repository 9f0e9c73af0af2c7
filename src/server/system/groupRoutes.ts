import { sql, type SqlBool } from 'kysely';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { permittedUserOf } from '../http/permission.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith, id } from '../http/schemas.ts';
import { newId } from '../store/newId.ts';
import { updateDerivedRoles } from './derivedRoles.ts';
import { copyToRecycleBin } from '../recycleBin/index.ts';

const nullableText = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
const GROUP_EDIT_PERMISSION = 'system:group:edit';

interface GroupBody {
  id?: string | null;
  name: string;
  note?: string | null;
  sn?: number | null;
  userIds?: string | readonly string[] | null;
}

/** Manages groups of people across departments. A group may be a member of a role. */
export const groupRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const base = '/api/system/sys/group';
  app.get(`${base}/options`, { schema: { tags, summary: '可选的用户组' } }, async () =>
    ok(await db.selectFrom('sys_group').select(['id', 'name']).orderBy('sn').orderBy('name').execute()),
  );
  app.post<{ Body: { page?: Partial<Page> | null; data?: { keyword?: string | null } | null } | null }>(
    `${base}/page`,
    { schema: { tags, summary: '用户组列表', body: listBodyWith({ keyword: nullableText(100) }) } },
    async (request) => {
      permittedUserOf(request, GROUP_EDIT_PERMISSION);
      const page = pageOf(request.body);
      const likePattern = `%${(request.body?.data?.keyword?.trim() ?? '').replace(/[\\%_]/g, '\\$&')}%`;
      const query = db.selectFrom('sys_group as g').where(sql<SqlBool>`g.name ilike ${likePattern}`);
      const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const membersSql = sql`from sys_group_user x join sys_user u on u.id = x.user_id where x.group_id = g.id`;
      const rows = await query
        .select([
          'g.id',
          'g.name',
          'g.note',
          'g.sn',
          sql<string>`coalesce((select string_agg(u.id, ',' order by u.sn, u.id) ${membersSql}), '')`.as('userIds'),
          sql<string>`coalesce((select string_agg(u.name, '、' order by u.sn, u.id) ${membersSql}), '')`.as(
            'userIdsLabel',
          ),
          sql<number>`(select count(*)::integer ${membersSql})`.as('holders'),
        ])
        .orderBy('g.sn')
        .orderBy('g.name')
        .limit(page.pageSize)
        .offset((page.pageNum - 1) * page.pageSize)
        .execute();
      return paged(rows, page, Number(total));
    },
  );
  app.post<{ Body: GroupBody }>(
    `${base}/save`,
    {
      schema: {
        tags,
        summary: '保存用户组',
        body: {
          type: 'object',
          required: ['name'],
          additionalProperties: false,
          properties: {
            id: nullableText(64),
            name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
            note: nullableText(500),
            sn: { type: 'integer', minimum: 0, maximum: 1_000_000, nullable: true },
            userIds: {
              anyOf: [
                { type: 'string', maxLength: 100_000 },
                { type: 'array', maxItems: 3000, items: id },
                { type: 'null' },
              ],
            },
          },
        },
      },
    },
    async (request) => {
      const editor = permittedUserOf(request, GROUP_EDIT_PERMISSION);
      const { id: groupId, name, note, sn, userIds } = request.body;
      const memberIds = [
        ...new Set((typeof userIds === 'string' ? userIds.split(',') : (userIds ?? [])).filter(Boolean)),
      ];
      return db.transaction().execute(async (trx) => {
        await sql`lock table sys_group in share row exclusive mode`.execute(trx);
        const groupWithSameName = await trx
          .selectFrom('sys_group')
          .select('id')
          .where('name', '=', name.trim())
          .$if(Boolean(groupId), (query) => query.where('id', '<>', groupId ?? ''))
          .executeTakeFirst();
        if (groupWithSameName) throw new Refusal('REQUEST_INVALID', { detail: `用户组“${name.trim()}”已存在` });
        const values = { name: name.trim(), note: note ?? '', sn: sn ?? 0 };
        const savedId = groupId || newId();
        if (groupId) {
          const changedGroup = await trx
            .updateTable('sys_group')
            .set(values)
            .where('id', '=', groupId)
            .returning('id')
            .executeTakeFirst();
          if (!changedGroup) throw new Refusal('404');
        } else
          await trx
            .insertInto('sys_group')
            .values({ id: savedId, ...values })
            .execute();
        if (userIds !== undefined) {
          await sql`delete from sys_group_user where group_id = ${savedId} and not user_id = any(${memberIds}::text[])`.execute(
            trx,
          );
          await sql`insert into sys_group_user (group_id, user_id) select ${savedId}, id from sys_user where id = any(${memberIds}::text[]) on conflict do nothing`.execute(
            trx,
          );
          await updateDerivedRoles(trx, editor);
        }
        return ok({ id: savedId }, '已保存');
      });
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/remove`,
    { schema: { tags, summary: '删除用户组', body: { type: 'object', required: ['id'], properties: { id } } } },
    async (request) => {
      const editor = permittedUserOf(request, GROUP_EDIT_PERMISSION);
      await db.transaction().execute(async (trx) => {
        const group = await trx
          .selectFrom('sys_group')
          .select('name')
          .where('id', '=', request.body.id)
          .executeTakeFirst();
        if (!group) throw new Refusal('404');
        await copyToRecycleBin(trx, {
          kind: 'group',
          key: request.body.id,
          name: group.name,
          rowsByTable: [
            { table: 'sys_group', where: sql<SqlBool>`t.id = ${request.body.id}` },
            { table: 'sys_group_user', where: sql<SqlBool>`t.group_id = ${request.body.id}` },
            { table: 'sys_role_member', where: sql<SqlBool>`t.kind = 'group' and t.member_id = ${request.body.id}` },
          ],
        });
        await trx
          .deleteFrom('sys_role_member')
          .where('kind', '=', 'group')
          .where('member_id', '=', request.body.id)
          .execute();
        await trx.deleteFrom('sys_group').where('id', '=', request.body.id).execute();
        await updateDerivedRoles(trx, editor);
      });
      return ok(null, '已删除');
    },
  );
};
