import { sql } from 'kysely';
import { isBlank } from '../../domain/blank.ts';
import type { ServerContext } from '../context.ts';
import { announce } from '../events/index.ts';
import { readableFiles } from '../files/index.ts';
import { Refusal } from '../http/refusal.ts';
import { queueMessages } from '../outbox/index.ts';
import type { RequestUser } from '../http/user.ts';
import { unavailabilityReason } from '../system/index.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';

/**
 * A mail in a request, with ids of people and files. `id`: the draft from which the mail is made; absent values are
 * taken from that draft.
 */
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

const distinctIds = (ids: readonly string[] | null | undefined): string[] => [...new Set(ids ?? [])];

/** Refuses with 403 attachments that the writer may not read, since receivers could then read them. */
async function requireReadableFiles(
  context: ServerContext,
  user: RequestUser,
  fileIds: readonly string[],
): Promise<void> {
  const readableAttachments = await readableFiles(context, user, fileIds);
  if (readableAttachments.length < fileIds.length) throw new Refusal('403');
}

/** Refuses receivers that do not exist or are disabled, and names them. */
async function requireEnabledPeople(trx: Trx, ids: readonly string[]): Promise<void> {
  const problem = await unavailabilityReason(trx, ids);
  if (problem !== null) refuse(`收件人中${problem}，请移除后再发送`);
}

/** The stored values of a mail. */
interface MailValues {
  subject: string;
  content: string;
  emailType: string;
  to: string[];
  cc: string[];
  files: string[];
  sourceId: string | null;
}

const EMPTY_MAIL: MailValues = { subject: '', content: '', emailType: '1', to: [], cc: [], files: [], sourceId: null };

/** Merges a request into the stored values: absent keys are unchanged, null and '' empty a value. */
function mergeValues(body: MailBody, stored: MailValues): MailValues {
  const mergedValue = <T>(value: T | null | undefined, oldValue: T, empty: T): T =>
    value === undefined ? oldValue : (value ?? empty);
  const to = body.toIds === undefined ? stored.to : distinctIds(body.toIds);
  const cc = body.ccIds === undefined ? stored.cc : distinctIds(body.ccIds);
  return {
    subject: mergedValue(body.subject, stored.subject, '').trim(),
    content: mergedValue(body.content, stored.content, ''),
    emailType: mergedValue(body.emailType, stored.emailType, EMPTY_MAIL.emailType),
    to,
    cc: cc.filter((id) => !to.includes(id)),
    files: body.fileIds === undefined ? stored.files : distinctIds(body.fileIds),
    sourceId: mergedValue(body.sourceId, stored.sourceId, null) || null,
  };
}

const columnsOf = ({ subject, content, emailType, to, cc, files, sourceId }: MailValues) => ({
  subject,
  content,
  email_type: emailType,
  to_ids: JSON.stringify(to),
  cc_ids: JSON.stringify(cc),
  file_ids: JSON.stringify(files),
  source_id: sourceId,
});

/**
 * Loads and locks a draft of this person. Refuses with 404 an unknown, sent or deleted draft. `place` '0': not deleted.
 */
async function lockDraft(trx: Trx, user: RequestUser, id: string): Promise<MailValues> {
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

/** Replaces the rows of `mail_file` that link a mail to its attachments. */
async function replaceFileLinks(trx: Trx, messageId: string, fileIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('mail_file').where('message_id', '=', messageId).execute();
  if (fileIds.length > 0)
    await trx
      .insertInto('mail_file')
      .values(fileIds.map((file_id) => ({ file_id, message_id: messageId })))
      .execute();
}

const loadMergedValues = async (trx: Trx, user: RequestUser, body: MailBody): Promise<MailValues> =>
  mergeValues(body, body.id ? await lockDraft(trx, user, body.id) : EMPTY_MAIL);

/** Stores the values in the draft, or in a new draft. Returns its id. */
async function writeDraft(
  trx: Trx,
  user: RequestUser,
  draftId: string | null | undefined,
  values: MailValues,
): Promise<string> {
  const columns = columnsOf(values);
  const id = draftId || newId();
  if (draftId) await trx.updateTable('mail_message').set(columns).where('id', '=', id).execute();
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
  await replaceFileLinks(trx, id, values.files);
  return id;
}

/** Saves a mail as a draft without validating it (CL-020). Returns its id. */
export const saveDraft = async (trx: Trx, user: RequestUser, body: MailBody): Promise<string> =>
  writeDraft(trx, user, body.id, await loadMergedValues(trx, user, body));

/** Sends a mail (CL-019): moves it from the drafts into every receiver's inbox. Returns its id. */
export async function sendMail(trx: Trx, user: RequestUser, body: MailBody): Promise<string> {
  const values = await loadMergedValues(trx, user, body);
  const { to, cc } = values;
  if (to.length === 0) refuse('请选择收件人');
  if (isBlank(values.subject)) refuse('请填写主题');
  await requireEnabledPeople(trx, [...to, ...cc]);
  const id = await writeDraft(trx, user, body.id, values);
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
    { topic: 'mail', kind: 'mail', title: `${user.name} 发来邮件：${values.subject}`, people: [...to, ...cc] },
  ]);
  // also notifies the open pages of the sender, whose boxes of drafts and of sent mails have changed
  await announce(trx, 'mail', [...to, ...cc, user.id]);
  return id;
}

/**
 * Refuses with 403 attachments of these mails that the writer may not read. Must be called before the transaction: with
 * the embedded database the query would wait for the transaction.
 */
export const requireReadableAttachments = (
  context: ServerContext,
  user: RequestUser,
  bodies: readonly MailBody[],
): Promise<void> => requireReadableFiles(context, user, distinctIds(bodies.flatMap(({ fileIds }) => fileIds ?? [])));
