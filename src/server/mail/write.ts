import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { announce } from '../events/announce.ts';
import { readableFiles } from '../files/rows.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { newId } from '../store/id.ts';
import type { Trx } from '../store/transaction.ts';

/** A mail as its writer sends it; ids of people and files. `id`: the draft it was. */
export interface MailBody {
  id?: string | null; subject?: string; content?: string; emailType?: string;
  toIds?: string[]; ccIds?: string[]; fileIds?: string[]; sourceId?: string | null;
}

const refuse = (detail: string): never => { throw new Refusal('REQUEST_INVALID', { detail }); };

const unique = (ids: readonly string[] | undefined): string[] => [...new Set(ids ?? [])];

/** Refuses attachments that the writer may not read: mail must not open what a record keeps closed. */
async function checkFiles(context: ServerContext, user: RequestUser, fileIds: readonly string[]): Promise<void> {
  const readable = await readableFiles(context, user, fileIds);
  if (readable.length < fileIds.length) throw new Refusal('403');
}

async function checkPeople(trx: Trx, ids: readonly string[]): Promise<void> {
  const found = await trx.selectFrom('sys_user').where('id', 'in', [...ids]).where('is_disabled', '=', false).select('id').execute();
  if (found.length < ids.length) refuse('收件人中有不存在或已停用的账号');
}

/** What a mail's row holds of its body. */
const columnsOf = ({ subject = '', content = '', emailType = '1', toIds, ccIds, fileIds, sourceId }: MailBody) => {
  const to = unique(toIds);
  return {
    subject: subject.trim(), content, email_type: emailType, to_ids: JSON.stringify(to), cc_ids: JSON.stringify(unique(ccIds).filter((id) => !to.includes(id))),
    file_ids: JSON.stringify(unique(fileIds)), source_id: sourceId || null,
  };
};

/** Writes a draft of one's own; refuses with 404 an id that is no own draft. Answers its id. */
async function writeDraft(trx: Trx, user: RequestUser, body: MailBody): Promise<string> {
  const columns = columnsOf(body);
  if (body.id) {
    const row = await trx.updateTable('mail_message').set(columns).where('id', '=', body.id).where('sender_id', '=', user.id).where('status', '=', '0').where('place', '=', '0').returning('id').executeTakeFirst();
    if (!row) throw new Refusal('404');
    return row.id;
  }
  const id = newId();
  await trx.insertInto('mail_message').values({ id, sender_id: user.id, sender_name: user.name, status: '0', placed_at: null, sent_at: null, ...columns }).execute();
  return id;
}

async function rewriteFiles(trx: Trx, messageId: string, fileIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('mail_file').where('message_id', '=', messageId).execute();
  if (fileIds.length > 0) await trx.insertInto('mail_file').values(fileIds.map((file_id) => ({ file_id, message_id: messageId }))).execute();
}

/** Saves a mail without sending it (CL-020); nothing is asked of it. */
export async function saveDraft(trx: Trx, user: RequestUser, body: MailBody): Promise<string> {
  const id = await writeDraft(trx, user, body);
  await rewriteFiles(trx, id, unique(body.fileIds));
  return id;
}

/** Sends a mail (CL-019): it leaves the drafts and stands in every receiver's inbox, in one transaction. */
export async function sendMail(trx: Trx, user: RequestUser, body: MailBody): Promise<string> {
  const to = unique(body.toIds);
  const cc = unique(body.ccIds).filter((id) => !to.includes(id));
  if (to.length === 0) refuse('请选择收件人');
  if ((body.subject ?? '').trim() === '') refuse('请填写主题');
  await checkPeople(trx, [...to, ...cc]);
  const id = await saveDraft(trx, user, body);
  await trx.updateTable('mail_message').set({ status: '1', sent_at: sql<Date>`now()` }).where('id', '=', id).execute();
  const receipts = [...to.map((user_id) => ({ user_id, kind: 'to' as const })), ...cc.map((user_id) => ({ user_id, kind: 'cc' as const }))];
  await trx.insertInto('mail_receipt').values(receipts.map((receipt) => ({ ...receipt, id: newId(), message_id: id, read_at: null, placed_at: null, sent_at: sql<Date>`now()` }))).execute();
  // the writer's own pages, too: their boxes have changed
  await announce(trx, 'mail', [...to, ...cc, user.id]);
  return id;
}

/** Asked before the transaction: on the embedded store the look-up would wait for it. */
export const checkMail = (context: ServerContext, user: RequestUser, bodies: readonly MailBody[]): Promise<void> =>
  checkFiles(context, user, unique(bodies.flatMap(({ fileIds = [] }) => fileIds)));
