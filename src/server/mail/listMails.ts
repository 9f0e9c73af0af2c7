import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { Page } from '../http/envelope.ts';
import { timeText } from '../http/time.ts';
import type { Database } from '../store/database.ts';

/** The list query of ML-001; an empty text does not filter. `status` distinguishes drafts and sent mails. */
export interface MailQuery {
  readStatus?: string | null;
  emailType?: string | null;
  subject?: string | null;
  status?: string | null;
}

/**
 * A mail in a list (OD-012). `box`: whether the user has received or written the mail. `id`: for `receive` the id of
 * the user's receipt, for `send` the id of the mail. `readStatus`: '0' unread, '1' read; for `send`, '1' when every
 * receiver has read the mail.
 */
export interface MailRow {
  id: string;
  box: 'receive' | 'send';
  emailId: string;
  subject: string;
  sendUserId: string;
  sendUserName: string;
  receiveUserNames: string;
  emailType: string;
  readStatus: '0' | '1';
  status: string;
  fileCount: number;
  sendTime: string;
}

export interface MailPage {
  rows: MailRow[];
  total: number;
}

interface SelectedMail {
  id: string;
  box: 'receive' | 'send';
  emailId: string;
  subject: string;
  sendUserId: string;
  sendUserName: string;
  receiveUserNames: string | null;
  emailType: string;
  isRead: boolean;
  status: string;
  fileCount: number;
  time: Date;
}

const toRow = ({ isRead, time, receiveUserNames, ...row }: SelectedMail): MailRow => ({
  ...row,
  receiveUserNames: receiveUserNames ?? '',
  readStatus: isRead ? '1' : '0',
  sendTime: timeText(time),
});

const receiverNames = sql<
  string | null
>`(select string_agg(p.name, '、' order by array_position(array(select jsonb_array_elements_text(m.to_ids)), p.id::text))
  from sys_user p where p.id in (select jsonb_array_elements_text(m.to_ids)))`;

/** Selects the received mails in a folder (column `place`): '0' inbox, '1' deleted mails. */
const selectReceived = (db: Kysely<Database>, userId: string, folder: '0' | '1') =>
  db
    .selectFrom('mail_receipt as r')
    .innerJoin('mail_message as m', 'm.id', 'r.message_id')
    .where('r.user_id', '=', userId)
    .where('r.place', '=', folder)
    .select([
      'r.id',
      sql<'receive' | 'send'>`'receive'`.as('box'),
      'm.id as emailId',
      'm.subject',
      'm.sender_id as sendUserId',
      'm.sender_name as sendUserName',
      receiverNames.as('receiveUserNames'),
      'm.email_type as emailType',
      sql<boolean>`r.read_at is not null`.as('isRead'),
      'm.status',
      sql<number>`jsonb_array_length(m.file_ids)`.as('fileCount'),
      'r.sent_at as time',
    ]);

/** Selects the sent mails and drafts in a folder (column `place`): '0' not deleted, '1' deleted mails. */
const selectWritten = (db: Kysely<Database>, userId: string, folder: '0' | '1') =>
  db
    .selectFrom('mail_message as m')
    .where('m.sender_id', '=', userId)
    .where('m.place', '=', folder)
    .select([
      'm.id',
      sql<'receive' | 'send'>`'send'`.as('box'),
      'm.id as emailId',
      'm.subject',
      'm.sender_id as sendUserId',
      'm.sender_name as sendUserName',
      receiverNames.as('receiveUserNames'),
      'm.email_type as emailType',
      sql<boolean>`not exists (select 1 from mail_receipt r where r.message_id = m.id and r.read_at is null)`.as(
        'isRead',
      ),
      'm.status',
      sql<number>`jsonb_array_length(m.file_ids)`.as('fileCount'),
      sql<Date>`coalesce(m.sent_at, m.created_at)`.as('time'),
    ]);

/** Returns one page of the selected mails that match the query, newest first, and the number of all that match. */
async function pageOfRows(
  db: Kysely<Database>,
  selectedMails: SelectQueryBuilder<Database, never, SelectedMail>,
  query: MailQuery,
  { pageNum, pageSize }: Page,
): Promise<MailPage> {
  let filteredMails = db.selectFrom(selectedMails.as('b'));
  if (query.subject?.trim())
    filteredMails = filteredMails.where('b.subject', 'ilike', `%${query.subject.trim().replace(/[\\%_]/g, '\\$&')}%`);
  if (query.emailType) filteredMails = filteredMails.where('b.emailType', '=', query.emailType);
  if (query.status) filteredMails = filteredMails.where('b.status', '=', query.status);
  if (query.readStatus) filteredMails = filteredMails.where('b.isRead', '=', query.readStatus === '1');
  const { total } = await filteredMails.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await filteredMails
    .selectAll()
    .orderBy('b.time', 'desc')
    .orderBy('b.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows: rows.map((row) => toRow(row as SelectedMail)), total };
}

type MailSelection = SelectQueryBuilder<Database, never, SelectedMail>;

export const listInbox = (db: Kysely<Database>, userId: string, query: MailQuery, page: Page): Promise<MailPage> =>
  pageOfRows(db, selectReceived(db, userId, '0') as unknown as MailSelection, query, page);
/** Lists sent mails, or drafts if the query has `status` '0'. */
export const listSent = (db: Kysely<Database>, userId: string, query: MailQuery, page: Page): Promise<MailPage> =>
  pageOfRows(
    db,
    selectWritten(db, userId, '0') as unknown as MailSelection,
    { ...query, status: query.status || '1' },
    page,
  );
/** Lists deleted mails: received, sent and drafts. */
export const listDeleted = (db: Kysely<Database>, userId: string, query: MailQuery, page: Page): Promise<MailPage> =>
  pageOfRows(
    db,
    selectReceived(db, userId, '1').unionAll(selectWritten(db, userId, '1')) as unknown as MailSelection,
    query,
    page,
  );

/** Numbers of mails in the boxes, as texts (ML-006), and of unread mails and drafts. */
export interface MailCounts {
  collectionLettersNum: string;
  sendLettersNum: string;
  delLettersNum: string;
  unreadNum: string;
  draftNum: string;
}

/** Counts the person's mails in each box, as texts. */
export async function countMails(db: Kysely<Database>, userId: string): Promise<MailCounts> {
  const {
    rows: [writtenCounts],
  } = await sql<{
    drafts: string;
    sent: string;
    deleted: string;
  }>`select count(*) filter (where place = '0' and status = '0') as drafts,
    count(*) filter (where place = '0' and status = '1') as sent, count(*) filter (where place = '1') as deleted from mail_message where sender_id = ${userId}`.execute(
    db,
  );
  const {
    rows: [receivedCounts],
  } = await sql<{ inbox: string; unread: string; deleted: string }>`select count(*) filter (where place = '0') as inbox,
    count(*) filter (where place = '0' and read_at is null) as unread, count(*) filter (where place = '1') as deleted from mail_receipt where user_id = ${userId}`.execute(
    db,
  );
  return {
    collectionLettersNum: String(receivedCounts?.inbox ?? 0),
    sendLettersNum: String(writtenCounts?.sent ?? 0),
    delLettersNum: String(Number(receivedCounts?.deleted ?? 0) + Number(writtenCounts?.deleted ?? 0)),
    unreadNum: String(receivedCounts?.unread ?? 0),
    draftNum: String(writtenCounts?.drafts ?? 0),
  };
}
