import { sql } from 'kysely';
import { isBlank } from '../../domain/blank.ts';
import type { ServerContext } from '../context.ts';
import { announce } from '../events/index.ts';
import { readableFiles } from '../files/index.ts';
import { Refusal } from '../http/refusal.ts';
import { queueMessages } from '../outbox/index.ts';
import type { RequestUser } from '../http/user.ts';
import { newId } from '../store/id.ts';
import type { Trx } from '../store/transaction.ts';

/** A mail as its writer sends it; ids of people and files. `id`: the draft it was, which keeps what is absent. */
export interface MailBody {
  id?: string | null;
  subject?: string | null;
  content?: string | null;
  emailType?: string | null;
  toIds?: string[] | null;
  ccIds?: string[] | null;
  fileIds?: string[] | null;
  sourceId?: string | null;
}

const refuse = (detail: string): never => {
  throw new Refusal('REQUEST_INVALID', { detail });
};

const unique = (ids: readonly string[] | null | undefined): string[] => [...new Set(ids ?? [])];

/** Refuses attachments that the writer may not read: mail must not open what a record keeps closed. */
async function checkFiles(context: ServerContext, user: RequestUser, fileIds: readonly string[]): Promise<void> {
  const readable = await readableFiles(context, user, fileIds);
  if (readable.length < fileIds.length) throw new Refusal('403');
}

async function checkPeople(trx: Trx, ids: readonly string[]): Promise<void> {
  const found = await trx
    .selectFrom('sys_user')
    .where('id', 'in', [...ids])
    .where('is_disabled', '=', false)
    .select('id')
    .execute();
  if (found.length < ids.length) refuse('收件人中有不存在或已停用的账号');
}

/** A mail as it is kept. */
interface Kept {
  subject: string;
  content: string;
  emailType: string;
  to: string[];
  cc: string[];
  files: string[];
  sourceId: string | null;
}

const NOTHING: Kept = { subject: '', content: '', emailType: '1', to: [], cc: [], files: [], sourceId: null };

/** What the body says over what stands there: an absent key says nothing, null and '' empty it. */
function keptOf(body: MailBody, before: Kept): Kept {
  const said = <T>(value: T | null | undefined, old: T, empty: T): T => (value === undefined ? old : (value ?? empty));
  const to = body.toIds === undefined ? before.to : unique(body.toIds);
  const cc = body.ccIds === undefined ? before.cc : unique(body.ccIds);
  return {
    subject: said(body.subject, before.subject, '').trim(),
    content: said(body.content, before.content, ''),
    emailType: said(body.emailType, before.emailType, NOTHING.emailType),
    to,
    cc: cc.filter((id) => !to.includes(id)),
    files: body.fileIds === undefined ? before.files : unique(body.fileIds),
    sourceId: said(body.sourceId, before.sourceId, null) || null,
  };
}

const columnsOf = ({ subject, content, emailType, to, cc, files, sourceId }: Kept) => ({
  subject,
  content,
  email_type: emailType,
  to_ids: JSON.stringify(to),
  cc_ids: JSON.stringify(cc),
  file_ids: JSON.stringify(files),
  source_id: sourceId,
});

/** A draft of one's own; held until the end of the transaction. Refuses with 404 an id that is none. */
async function draftOf(trx: Trx, user: RequestUser, id: string): Promise<Kept> {
  const row = await trx
    .selectFrom('mail_message')
    .selectAll()
    .where('id', '=', id)
    .where('sender_id', '=', user.id)
    .where('status', '=', '0')
    .where('place', '=', '0')
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  return {
    subject: row.subject,
    content: row.content,
    emailType: row.email_type,
    to: row.to_ids,
    cc: row.cc_ids,
    files: row.file_ids,
    sourceId: row.source_id,
  };
}

async function rewriteFiles(trx: Trx, messageId: string, fileIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('mail_file').where('message_id', '=', messageId).execute();
  if (fileIds.length > 0)
    await trx
      .insertInto('mail_file')
      .values(fileIds.map((file_id) => ({ file_id, message_id: messageId })))
      .execute();
}

const mailOf = async (trx: Trx, user: RequestUser, body: MailBody): Promise<Kept> =>
  keptOf(body, body.id ? await draftOf(trx, user, body.id) : NOTHING);

async function write(trx: Trx, user: RequestUser, draft: string | null | undefined, kept: Kept): Promise<string> {
  const columns = columnsOf(kept);
  const id = draft || newId();
  if (draft) await trx.updateTable('mail_message').set(columns).where('id', '=', id).execute();
  else
    await trx
      .insertInto('mail_message')
      .values({
        id,
        sender_id: user.id,
        sender_name: user.name,
        status: '0',
        placed_at: null,
        sent_at: null,
        ...columns,
      })
      .execute();
  await rewriteFiles(trx, id, kept.files);
  return id;
}

/** Saves a mail without sending it (CL-020); nothing is asked of it. Answers its id. */
export const saveDraft = async (trx: Trx, user: RequestUser, body: MailBody): Promise<string> =>
  write(trx, user, body.id, await mailOf(trx, user, body));

/** Sends a mail (CL-019): it leaves the drafts and stands in every receiver's inbox, in one transaction. */
export async function sendMail(trx: Trx, user: RequestUser, body: MailBody): Promise<string> {
  const kept = await mailOf(trx, user, body);
  const { to, cc } = kept;
  if (to.length === 0) refuse('请选择收件人');
  if (isBlank(kept.subject)) refuse('请填写主题');
  await checkPeople(trx, [...to, ...cc]);
  const id = await write(trx, user, body.id, kept);
  await trx
    .updateTable('mail_message')
    .set({ status: '1', sent_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  const receipts = [
    ...to.map((user_id) => ({ user_id, kind: 'to' as const })),
    ...cc.map((user_id) => ({ user_id, kind: 'cc' as const })),
  ];
  await trx
    .insertInto('mail_receipt')
    .values(
      receipts.map((receipt) => ({
        ...receipt,
        id: newId(),
        message_id: id,
        read_at: null,
        placed_at: null,
        sent_at: sql<Date>`now()`,
      })),
    )
    .execute();
  await queueMessages(trx, [
    { topic: 'mail', kind: 'mail', title: `${user.name} 发来邮件：${kept.subject}`, people: [...to, ...cc] },
  ]);
  // the writer's own pages, too: their boxes have changed
  await announce(trx, 'mail', [...to, ...cc, user.id]);
  return id;
}

/** Asked before the transaction: on the embedded store the look-up would wait for it. */
export const checkMail = (context: ServerContext, user: RequestUser, bodies: readonly MailBody[]): Promise<void> =>
  checkFiles(context, user, unique(bodies.flatMap(({ fileIds }) => fileIds ?? [])));
