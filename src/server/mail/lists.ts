import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import type { Page } from '../http/envelope.ts';
import { timeText } from '../http/time.ts';
import type { Database } from '../store/database.ts';

/** The list query of ML-001; an empty text asks nothing. `status` tells drafts from sent ones. */
export interface MailQuery {
  readStatus?: string | null;
  emailType?: string | null;
  subject?: string | null;
  status?: string | null;
}

/**
 * A mail in a list (OD-012). `id` is the receipt's in the inbox and the mail's among the sent ones; `box` says which.
 * `readStatus` '0' unread, '1' read; of one's own mails: '1' when every receiver has read it.
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

export interface MailRows {
  rows: MailRow[];
  total: number;
}

interface Raw {
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

const toRow = ({ isRead, time, receiveUserNames, ...row }: Raw): MailRow => ({
  ...row,
  receiveUserNames: receiveUserNames ?? '',
  readStatus: isRead ? '1' : '0',
  sendTime: timeText(time),
});

const namesOf = sql<
  string | null
>`(select string_agg(p.name, '、' order by array_position(array(select jsonb_array_elements_text(m.to_ids)), p.id::text))
  from sys_user p where p.id in (select jsonb_array_elements_text(m.to_ids)))`;

/** Mails of the inbox at a place: '0' in the inbox, '1' deleted. */
const received = (db: Kysely<Database>, userId: string, place: '0' | '1') =>
  db
    .selectFrom('mail_receipt as r')
    .innerJoin('mail_message as m', 'm.id', 'r.message_id')
    .where('r.user_id', '=', userId)
    .where('r.place', '=', place)
    .select([
      'r.id',
      sql<'receive' | 'send'>`'receive'`.as('box'),
      'm.id as emailId',
      'm.subject',
      'm.sender_id as sendUserId',
      'm.sender_name as sendUserName',
      namesOf.as('receiveUserNames'),
      'm.email_type as emailType',
      sql<boolean>`r.read_at is not null`.as('isRead'),
      'm.status',
      sql<number>`jsonb_array_length(m.file_ids)`.as('fileCount'),
      'r.sent_at as time',
    ]);

const written = (db: Kysely<Database>, userId: string, place: '0' | '1') =>
  db
    .selectFrom('mail_message as m')
    .where('m.sender_id', '=', userId)
    .where('m.place', '=', place)
    .select([
      'm.id',
      sql<'receive' | 'send'>`'send'`.as('box'),
      'm.id as emailId',
      'm.subject',
      'm.sender_id as sendUserId',
      'm.sender_name as sendUserName',
      namesOf.as('receiveUserNames'),
      'm.email_type as emailType',
      sql<boolean>`not exists (select 1 from mail_receipt r where r.message_id = m.id and r.read_at is null)`.as(
        'isRead',
      ),
      'm.status',
      sql<number>`jsonb_array_length(m.file_ids)`.as('fileCount'),
      sql<Date>`coalesce(m.sent_at, m.created_at)`.as('time'),
    ]);

/** Filters, counts and pages what one of the boxes holds, the newest first. */
async function pageOfRows(
  db: Kysely<Database>,
  box: SelectQueryBuilder<Database, never, Raw>,
  query: MailQuery,
  { pageNum, pageSize }: Page,
): Promise<MailRows> {
  let found = db.selectFrom(box.as('b'));
  if (query.subject?.trim())
    found = found.where('b.subject', 'ilike', `%${query.subject.trim().replace(/[\\%_]/g, '\\$&')}%`);
  if (query.emailType) found = found.where('b.emailType', '=', query.emailType);
  if (query.status) found = found.where('b.status', '=', query.status);
  if (query.readStatus) found = found.where('b.isRead', '=', query.readStatus === '1');
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('b.time', 'desc')
    .orderBy('b.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows: rows.map((row) => toRow(row as Raw)), total };
}

type Box = SelectQueryBuilder<Database, never, Raw>;

export const inbox = (db: Kysely<Database>, userId: string, query: MailQuery, page: Page): Promise<MailRows> =>
  pageOfRows(db, received(db, userId, '0') as unknown as Box, query, page);
/** Sent ones, unless the query asks for drafts (`status` '0'). */
export const sent = (db: Kysely<Database>, userId: string, query: MailQuery, page: Page): Promise<MailRows> =>
  pageOfRows(db, written(db, userId, '0') as unknown as Box, { ...query, status: query.status || '1' }, page);
export const deleted = (db: Kysely<Database>, userId: string, query: MailQuery, page: Page): Promise<MailRows> =>
  pageOfRows(db, received(db, userId, '1').unionAll(written(db, userId, '1')) as unknown as Box, query, page);

/** Numbers of the boxes, as texts (ML-006); `unreadNum` and `draftNum` beside them. */
export interface MailCounts {
  collectionLettersNum: string;
  sendLettersNum: string;
  delLettersNum: string;
  unreadNum: string;
  draftNum: string;
}

export async function mailCounts(db: Kysely<Database>, userId: string): Promise<MailCounts> {
  const {
    rows: [own],
  } = await sql<{
    drafts: string;
    sent: string;
    deleted: string;
  }>`select count(*) filter (where place = '0' and status = '0') as drafts,
    count(*) filter (where place = '0' and status = '1') as sent, count(*) filter (where place = '1') as deleted from mail_message where sender_id = ${userId}`.execute(
    db,
  );
  const {
    rows: [came],
  } = await sql<{ inbox: string; unread: string; deleted: string }>`select count(*) filter (where place = '0') as inbox,
    count(*) filter (where place = '0' and read_at is null) as unread, count(*) filter (where place = '1') as deleted from mail_receipt where user_id = ${userId}`.execute(
    db,
  );
  return {
    collectionLettersNum: String(came?.inbox ?? 0),
    sendLettersNum: String(own?.sent ?? 0),
    delLettersNum: String(Number(came?.deleted ?? 0) + Number(own?.deleted ?? 0)),
    unreadNum: String(came?.unread ?? 0),
    draftNum: String(own?.drafts ?? 0),
  };
}
