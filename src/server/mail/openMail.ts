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
}
/** An opened mail. `receipts` (who read it when) is only for its sender. */
export interface MailEntity {
  id: string;
  emailId: string;
  subject: string;
  content: string;
  emailType: string;
  status: string;
  readStatus: '0' | '1';
  sendTime: string;
  sender: Person;
  to: Person[];
  cc: Person[];
  files: FileRecord[];
  sourceId: string | null;
  place: string;
  receipts?: { name: string; readTime: string }[];
}

async function entityOf(
  { db }: ServerContext,
  message: Selectable<MailTables['mail_message']>,
): Promise<Omit<MailEntity, 'id' | 'readStatus' | 'place'>> {
  const ids = [...message.to_ids, ...message.cc_ids];
  const people =
    ids.length > 0 ? await db.selectFrom('sys_user').where('id', 'in', ids).select(['id', 'name']).execute() : [];
  const files =
    message.file_ids.length > 0
      ? await db.selectFrom('att_file').where('id', 'in', message.file_ids).selectAll().execute()
      : [];
  const person = (id: string): Person => ({ id, name: people.find((one) => one.id === id)?.name ?? id });
  return {
    emailId: message.id,
    subject: message.subject,
    content: message.content,
    emailType: message.email_type,
    status: message.status,
    sendTime: timeText(message.sent_at ?? message.created_at),
    sender: { id: message.sender_id, name: message.sender_name },
    to: message.to_ids.map(person),
    cc: message.cc_ids.map(person),
    files: message.file_ids.flatMap((id) => files.filter((file) => file.id === id).map(toFileRecord)),
    sourceId: message.source_id,
  };
}

/** Marks a mail as read and notifies the open pages of these people. False: the disk is full. */
const markRead = ({ db }: ServerContext, id: string, people: readonly string[]): Promise<boolean> =>
  writeUnlessFull(db, async (trx) => {
    await trx
      .updateTable('mail_receipt')
      .set({ read_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('read_at', 'is', null)
      .execute();
    await announce(trx, 'mail', people);
  });

/** Opens a received mail and marks it as read (CL-029). Refuses with 404 another person's mail. */
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

/** Opens a mail that the person wrote, with its read receipts (CL-022). Refuses with 404 another person's mail. */
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
