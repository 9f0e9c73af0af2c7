import type { Routes } from '../context.ts';
import { ok, paged, pageOf } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf } from '../http/user.ts';
import { changeMails, deleteMails, markAllRead, type MailChange } from './changeMails.ts';
import { listDeleted, listInbox, countMails } from './listMails.ts';
import { openReceived } from './openMail.ts';
import { byId, changeMailBody, changeMailsBody, deleteMailsBody, mailQuery } from './schemas.ts';
import type { MailListBody } from './sendRoutes.ts';

/**
 * Routes of received mails (CL-023…029). Ids are those of the rows in the lists. A list of ids may contain ids of other
 * people's mails, which are ignored; the routes for one mail refuse such an id with 404.
 */
export const receiveMailRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['mail'];
  const root = '/api/system/receiveEmails';
  const applyChange = (userId: string, ids: readonly string[], changes: MailChange): Promise<number> =>
    db.transaction().execute((trx) => changeMails(trx, userId, ids, changes));

  for (const [call, summary, list] of [
    ['getList', '收件箱', listInbox],
    ['getDelList', '已删除', listDeleted],
  ] as const) {
    app.post<{ Body: MailListBody | null }>(
      `${root}/${call}`,
      { schema: { tags, summary, body: mailQuery } },
      async (request) => {
        const page = pageOf(request.body);
        const { rows, total } = await list(db, userOf(request).id, request.body?.data ?? {}, page);
        return paged(rows, page, total);
      },
    );
  }

  app.get<{ Querystring: { id: string } }>(
    `${root}/getEntity`,
    { schema: { tags, summary: '一封收到的邮件', querystring: byId } },
    async (request) => ok(await openReceived(context, userOf(request).id, request.query.id)),
  );

  app.post<{ Body: { ids: string[]; from?: '0' | '1' } }>(
    `${root}/deleteByIds`,
    { schema: { tags, summary: '删除邮件', body: deleteMailsBody } },
    async (request) =>
      ok(
        {
          count: await db
            .transaction()
            .execute((trx) => deleteMails(trx, userOf(request).id, request.body.ids, request.body.from)),
        },
        '已删除',
      ),
  );

  app.post<{ Body: MailChange & { id: string } }>(
    `${root}/updateEmail`,
    { schema: { tags, summary: '标为已读、未读，删除或恢复', body: changeMailBody } },
    async (request) => {
      if ((await applyChange(userOf(request).id, [request.body.id], request.body)) === 0) throw new Refusal('404');
      return ok(null);
    },
  );
  app.post<{ Body: MailChange & { ids: string[] } }>(
    `${root}/updateBatch`,
    { schema: { tags, summary: '批量标记', body: changeMailsBody } },
    async (request) => ok({ count: await applyChange(userOf(request).id, request.body.ids, request.body) }),
  );
  app.post(`${root}/updateReadStatusAll`, { schema: { tags, summary: '全部标为已读' } }, async (request) => {
    await db.transaction().execute((trx) => markAllRead(trx, userOf(request).id));
    return ok(null, '已全部标为已读');
  });

  app.post(`${root}/getCountTotalMap`, { schema: { tags, summary: '各邮箱的数量' } }, async (request) =>
    ok(await countMails(db, userOf(request).id)),
  );
};
