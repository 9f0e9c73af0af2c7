import { sql, type Selectable } from 'kysely';
import type { ServerContext } from '../context.ts';
import { announce } from '../events/index.ts';
import { toFileRecord, type FileRecord } from '../files/index.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import { writeUnlessFull } from '../store/space.ts';
import type { MailTables } from './tables.ts';

interface Person {
  id: string;
  name: string;
  /** The account is disabled: a reply cannot be sent to it. */
  disabled?: true;
}
/** An opened mail. */
export interface MailEntity {
  /** Id of the receipt if the person received the mail; id of the mail if they wrote it. */
  id: string;
  /** Id of the mail. */
  emailId: string;
  subject: string;
  content: string;
  emailType: string;
  status: string;
  /** '1' if the person has read the received mail, or if all recipients have read the sent mail. */
  readStatus: '0' | '1';
  sendTime: string;
  sender: Person;
  to: Person[];
  cc: Person[];
  files: FileRecord[];
  sourceId: string | null;
  /** The person's folder with the mail (`MailFolder`). */
  place: string;
  /** The recipients and when each of them read the mail; only for its sender. */
  receipts?: { name: string; readTime: string }[];
}

/** Returns the data of an opened mail that are the same for sender and recipients; loads its people and files. */
async function entityOf(
  { db }: ServerContext,
  message: Selectable<MailTables['mail_message']>,
): Promise<Omit<MailEntity, 'id' | 'readStatus' | 'place'>> {
  const people = await db
    .selectFrom('sys_user')
    .where('id', 'in', [message.sender_id, ...message.to_ids, ...message.cc_ids])
    .select(['id', 'name', 'is_disabled'])
    .execute();
  const files =
    message.file_ids.length > 0
      ? await db.selectFrom('att_file').where('id', 'in', message.file_ids).selectAll().execute()
      : [];
  const personOf = (id: string, storedName?: string): Person => {
    const account = people.find((candidate) => candidate.id === id);
    return {
      id,
      name: storedName ?? account?.name ?? id,
      ...(account?.is_disabled ? { disabled: true as const } : {}),
    };
  };
  return {
    emailId: message.id,
    subject: message.subject,
    content: message.content,
    emailType: message.email_type,
    status: message.status,
    sendTime: timeText(message.sent_at ?? message.created_at),
    sender: personOf(message.sender_id, message.sender_name),
    to: message.to_ids.map((id) => personOf(id)),
    cc: message.cc_ids.map((id) => personOf(id)),
    files: message.file_ids.flatMap((id) => files.filter((file) => file.id === id).map(toFileRecord)),
    sourceId: message.source_id,
  };
}

/** Marks the receipt `id` as read and notifies the open pages of `userIds`. Returns false if the disk is full. */
const markRead = ({ db }: ServerContext, id: string, userIds: readonly string[]): Promise<boolean> =>
  writeUnlessFull(db, async (trx) => {
    await trx
      .updateTable('mail_receipt')
      .set({ read_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('read_at', 'is', null)
      .execute();
    await announce(trx, 'mail', userIds);
  });

/**
 * Opens a received mail (`id` of its receipt) and marks it as read (CL-029). Refuses with 404 an unknown or permanently
 * deleted mail, and another person's mail.
 */
export async function openReceived(context: ServerContext, userId: string, id: string): Promise<MailEntity> {
  const receipt = await context.db
    .selectFrom('mail_receipt')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('place', '<>', '2')
    .selectAll()
    .executeTakeFirst();
  if (!receipt) throw new Refusal('404');
  const message = await context.db
    .selectFrom('mail_message')
    .where('id', '=', receipt.message_id)
    .selectAll()
    .executeTakeFirstOrThrow();
  const isRead = receipt.read_at !== null || (await markRead(context, receipt.id, [userId, message.sender_id]));
  return { id, ...(await entityOf(context, message)), readStatus: isRead ? '1' : '0', place: receipt.place };
}

/**
 * Opens a mail that the person wrote, with its read receipts (CL-022). Refuses with 404 an unknown or permanently
 * deleted mail, and another person's mail.
 */
export async function openSent(context: ServerContext, userId: string, id: string): Promise<MailEntity> {
  const message = await context.db
    .selectFrom('mail_message')
    .where('id', '=', id)
    .where('sender_id', '=', userId)
    .where('place', '<>', '2')
    .selectAll()
    .executeTakeFirst();
  if (!message) throw new Refusal('404');
  const receipts = await context.db
    .selectFrom('mail_receipt as r')
    .innerJoin('sys_user as u', 'u.id', 'r.user_id')
    .where('r.message_id', '=', id)
    .orderBy('r.kind', 'desc')
    .orderBy('r.id')
    .select(['u.name', 'r.read_at'])
    .execute();
  const isRead = receipts.every(({ read_at }) => read_at !== null);
  return {
    id,
    ...(await entityOf(context, message)),
    readStatus: isRead ? '1' : '0',
    place: message.place,
    receipts: receipts.map(({ name, read_at }) => ({ name, readTime: read_at ? timeText(read_at) : '' })),
  };
}
