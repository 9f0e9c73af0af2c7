import { sql, type Kysely } from 'kysely';
import { announce } from '../events/index.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import type { MailFolder } from './tables.ts';

/** A change of the caller's own mails: `readStatus` '1' read or '0' unread; `delStatus` the folder to move them to. */
export interface MailChange {
  readStatus?: '0' | '1';
  delStatus?: MailFolder;
}

/**
 * Applies a change to the person's mails with these ids. Only received mails become read or unread; both received and
 * sent mails are deleted and restored. Returns the number of changed mails.
 */
export async function changeMails(
  trx: Trx,
  userId: string,
  ids: readonly string[],
  { readStatus, delStatus }: MailChange,
): Promise<number> {
  if (ids.length === 0) return 0;
  const changedIds = new Set<string>();
  if (readStatus !== undefined) {
    const rows = await trx
      .updateTable('mail_receipt')
      .set({ read_at: readStatus === '1' ? sql<Date>`coalesce(read_at, now())` : null })
      .where('id', 'in', [...ids])
      .where('user_id', '=', userId)
      .where('place', '<>', '2')
      .returning('id')
      .execute();
    for (const { id } of rows) changedIds.add(id);
  }
  if (delStatus !== undefined) for (const id of await moveToFolder(trx, userId, ids, delStatus)) changedIds.add(id);
  if (changedIds.size > 0) await announce(trx, 'mail', [userId]);
  return changedIds.size;
}

/**
 * Moves those of the mails that are not permanently deleted to a folder; a mail that is there already keeps the time
 * since when. Returns the ids of the mails that are in the folder now.
 */
async function moveToFolder(trx: Trx, userId: string, ids: readonly string[], folder: MailFolder): Promise<string[]> {
  const set = {
    place: folder,
    placed_at: sql<Date | null>`case when place = ${folder} then placed_at else now() end`,
  };
  const receivedMails = await trx
    .updateTable('mail_receipt')
    .set(set)
    .where('id', 'in', [...ids])
    .where('user_id', '=', userId)
    .where('place', '<>', '2')
    .returning('id')
    .execute();
  const sentMails = await trx
    .updateTable('mail_message')
    .set(set)
    .where('id', 'in', [...ids])
    .where('sender_id', '=', userId)
    .where('place', '<>', '2')
    .returning('id')
    .execute();
  return [...receivedMails, ...sentMails].map(({ id }) => id);
}

/**
 * Deletes mails (CL-024): moves mails from the inbox or the sent mails to the deleted mails, and permanently deletes
 * mails that were already there. `from`: the folder in which the person saw the mails; a mail that has left this folder
 * since (by a double click, or in another window) is not changed. Without `from`, mails of both folders are deleted.
 */
export async function deleteMails(trx: Trx, userId: string, ids: readonly string[], from?: '0' | '1'): Promise<number> {
  if (ids.length === 0) return 0;
  const nextFolder = { place: sql<MailFolder>`case place when '0' then '1' else '2' end`, placed_at: sql<Date>`now()` };
  const sourceFolders: MailFolder[] = from === undefined ? ['0', '1'] : [from];
  const receivedMails = await trx
    .updateTable('mail_receipt')
    .set(nextFolder)
    .where('id', 'in', [...ids])
    .where('user_id', '=', userId)
    .where('place', 'in', sourceFolders)
    .returning('id')
    .execute();
  const sentMails = await trx
    .updateTable('mail_message')
    .set(nextFolder)
    .where('id', 'in', [...ids])
    .where('sender_id', '=', userId)
    .where('place', 'in', sourceFolders)
    .returning('id')
    .execute();
  if (receivedMails.length + sentMails.length > 0) await announce(trx, 'mail', [userId]);
  return receivedMails.length + sentMails.length;
}

/** Marks all mails in the person's inbox as read. */
export async function markAllRead(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('mail_receipt')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('place', '=', '0')
    .execute();
  await announce(trx, 'mail', [userId]);
}

/**
 * Removes from the database the mails that the sender and all receivers permanently deleted more than `days` days ago,
 * with the links to their files. The files themselves may be removed afterwards. Returns the number of removed mails.
 */
export async function purgeDeletedMails(db: Kysely<Database>, days: number): Promise<number> {
  const { rows } = await sql`delete from mail_message m
    where m.place = '2' and m.placed_at < now() - make_interval(days => ${days})
      and not exists (select 1 from mail_receipt r where r.message_id = m.id
        and (r.place <> '2' or r.placed_at >= now() - make_interval(days => ${days})))
    returning m.id`.execute(db);
  return rows.length;
}
