import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import { userOf } from '../http/user.ts';
import { processInOrderOfIds } from '../store/processInOrderOfIds.ts';
import { deleteMails } from './changeMails.ts';
import { listSent, type MailQuery } from './listMails.ts';
import { openSent } from './openMail.ts';
import { byId, draftsBody, mailBody, mailQuery, deleteMailQuery } from './schemas.ts';
import { requireReadableAttachments, saveDraft, sendMail, type MailBody } from './writeMail.ts';

export interface MailListBody {
  page?: Partial<Page> | null;
  data?: MailQuery | null;
}

/** Routes of drafts and sent mails (CL-019…022). */
export const sendMailRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['mail'];
  const root = '/api/system/sendEmails';

  app.post<{ Body: MailBody }>(
    `${root}/sendEmail`,
    { schema: { tags, summary: '发送邮件', body: mailBody } },
    async (request) => {
      const user = userOf(request);
      await requireReadableAttachments(context, user, [request.body]);
      return db.transaction().execute(async (trx) => {
        const answer = ok({ id: await sendMail(trx, user, request.body) }, '邮件已发送');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );

  // one mail or a list of them: stored as drafts, not sent
  app.post<{ Body: MailBody | MailBody[] }>(
    `${root}/saveBatch`,
    { schema: { tags, summary: '保存草稿', body: draftsBody } },
    async (request) => {
      const user = userOf(request);
      const bodies = Array.isArray(request.body) ? request.body : [request.body];
      await requireReadableAttachments(context, user, bodies);
      return db.transaction().execute(async (trx) => {
        const ids = await processInOrderOfIds(bodies, (body) => saveDraft(trx, user, body));
        const answer = ok({ ids }, '草稿已保存');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );

  app.post<{ Body: MailListBody | null }>(
    `${root}/getList`,
    { schema: { tags, summary: '已发送', body: mailQuery } },
    async (request) => {
      const page = pageOf(request.body);
      const { rows, total } = await listSent(db, userOf(request).id, request.body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );

  app.get<{ Querystring: { id: string } }>(
    `${root}/getEntity`,
    { schema: { tags, summary: '一封已发送的邮件', querystring: byId } },
    async (request) => ok(await openSent(context, userOf(request).id, request.query.id)),
  );

  // Clients repeat a GET when its answer is lost. Deleting again would delete the mail permanently, so only a mail that
  // is still in the folder `from` ('0' sent mails, '1' deleted mails) is deleted.
  app.get<{ Querystring: { id: string; from?: '0' | '1' } }>(
    `${root}/removeEntity`,
    { schema: { tags, summary: '删除已发送的邮件', querystring: deleteMailQuery } },
    async (request) => {
      const { id, from = '0' } = request.query;
      const userId = userOf(request).id;
      const count = await db.transaction().execute((trx) => deleteMails(trx, userId, [id], from));
      if (count === 0) {
        // a repeated call finds the mail in the next folder: this is success; any other case is refused with 404
        const sentMail = await db
          .selectFrom('mail_message')
          .select('place')
          .where('id', '=', id)
          .where('sender_id', '=', userId)
          .executeTakeFirst();
        if (!sentMail || sentMail.place === (from === '0' ? '2' : '0')) throw new Refusal('404');
      }
      return ok(null, '已删除');
    },
  );
};
