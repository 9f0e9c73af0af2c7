import type { FastifyRequest } from 'fastify';
import { hasPermission } from '../../rules/permission.ts';
import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith } from '../http/schemas.ts';
import { isAdmin, userOf, type RequestUser } from '../http/user.ts';
import {
  listNotices,
  openNotice,
  removeNotice,
  saveNotice,
  setReleased,
  countUnread,
  type NoticeBody,
  type NoticeQuery,
} from './manageNotices.ts';
import { listReminders, markRemindersRead } from './reminders.ts';

/** Permission to write and release notices. */
export const NOTICE_PERMISSION = 'system:notice:edit';

const id = { type: 'string', minLength: 1, maxLength: 64 } as const;
const byId = { type: 'object', required: ['id'], properties: { id } } as const;
const text = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
/** A filter by '0' or '1'; '' and null do not filter. */
const flag = { enum: ['0', '1', '', null] } as const;
const noticeQuery = listBodyWith({
  title: text(200),
  kind: { enum: ['1', '2', '', null] },
  status: { enum: ['0', '1', '2', '', null] },
  readStatus: flag,
});
const remindQuery = listBodyWith({ title: text(200), readStatus: flag });
const noticeBody = {
  type: 'object',
  required: ['title'],
  additionalProperties: false,
  properties: {
    id: text(64),
    title: { type: 'string', maxLength: 200 },
    content: { type: 'string', maxLength: 100_000 },
    kind: { enum: ['1', '2'] },
    unitIds: { type: 'array', maxItems: 500, items: id },
    revision: text(64),
  },
} as const;
const readBody = {
  type: 'object',
  nullable: true,
  properties: { ids: { type: 'array', maxItems: 500, items: id, nullable: true } },
} as const;

interface ListRequest {
  Body: { page?: Partial<Page> | null; data?: NoticeQuery | null } | null;
}

const isManager = (user: RequestUser): boolean => isAdmin(user) || hasPermission(user, [NOTICE_PERMISSION]);
/** Returns the user of a request for people who manage notices. Refuses other users with 403. */
function managerOf(request: FastifyRequest): RequestUser {
  const user = userOf(request);
  if (!isManager(user)) throw new Refusal('403');
  return user;
}

/** Routes that write, release and read notices, and list reminders (CL-014). */
export const noticeRoutes: Routes = (app, { db }) => {
  const tags = ['notice'];
  const noticePath = '/api/system/sysNotice';
  const noticePage = async (request: FastifyRequest<ListRequest>, user: RequestUser, isForManagement: boolean) => {
    const page = pageOf(request.body);
    const { rows, total } = await listNotices(db, user, request.body?.data ?? {}, page, isForManagement);
    return paged(rows, page, total);
  };
  app.post<ListRequest>(
    `${noticePath}/getList`,
    { schema: { tags, summary: '我的通知', body: noticeQuery } },
    async (request) => noticePage(request, userOf(request), false),
  );
  app.post<ListRequest>(
    `${noticePath}/getManageList`,
    { schema: { tags, summary: '通知管理', body: noticeQuery } },
    async (request) => noticePage(request, managerOf(request), true),
  );
  app.get<{ Querystring: { id: string } }>(
    `${noticePath}/getById`,
    { schema: { tags, summary: '一条通知', querystring: byId } },
    async (request) => {
      const user = userOf(request);
      return ok(await openNotice(db, user, request.query.id, isManager(user)));
    },
  );
  app.post<{ Body: NoticeBody }>(
    `${noticePath}/saveOrUpdate`,
    { schema: { tags, summary: '保存通知', body: noticeBody } },
    async (request) => {
      const user = managerOf(request);
      return db.transaction().execute(async (trx) => {
        const answer = ok({ id: await saveNotice(trx, user, request.body) }, '已保存');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
  for (const [call, summary, isReleased] of [
    ['release', '发布通知', true],
    ['withdraw', '撤回通知', false],
  ] as const) {
    app.post<{ Body: { id: string } }>(
      `${noticePath}/${call}`,
      { schema: { tags, summary, body: byId } },
      async (request) => {
        const user = managerOf(request);
        await db.transaction().execute((trx) => setReleased(trx, user, request.body.id, isReleased));
        return ok(null, isReleased ? '已发布' : '已撤回');
      },
    );
  }
  app.get<{ Querystring: { id: string } }>(
    `${noticePath}/removeById`,
    { schema: { tags, summary: '删除通知', querystring: byId } },
    async (request) => {
      const user = managerOf(request);
      await db.transaction().execute((trx) => removeNotice(trx, user, request.query.id));
      return ok(null, '已删除');
    },
  );

  const remindPath = '/api/system/sysMsgRemind';
  app.post<ListRequest>(
    `${remindPath}/msgRemindList`,
    { schema: { tags, summary: '我的提醒', body: remindQuery } },
    async (request) => {
      const page = pageOf(request.body);
      const { rows, total } = await listReminders(db, userOf(request).id, request.body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );
  app.post<{ Body: { ids?: string[] | null } | null }>(
    `${remindPath}/read`,
    { schema: { tags, summary: '提醒标为已读，不给编号则全部', body: readBody } },
    async (request) => {
      const { id: ownId } = userOf(request);
      await db.transaction().execute((trx) => markRemindersRead(trx, ownId, request.body?.ids ?? null));
      return ok(null);
    },
  );
  app.get(`${remindPath}/unreadCount`, { schema: { tags, summary: '未读的通知和提醒数' } }, async (request) =>
    ok(await countUnread(db, userOf(request).id)),
  );
};
