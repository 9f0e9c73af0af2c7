import { sql, type Kysely } from 'kysely';
import { chosenMethods, kindOfReminder, MESSAGE_KINDS, type MessageKindKey } from '../../domain/messageKinds.ts';
import { announce } from '../events/index.ts';
import { queueMessages, type NewMessage, type QueuedMessage } from '../outbox/index.ts';
import type { Page } from '../http/envelope.ts';
import { timeText } from '../http/time.ts';
import type { Database } from '../store/database.ts';
import { insertBatches } from '../store/insertBatches.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';

/** A reminder to one person. `kind`: see `src/domain/messageKinds.ts`. */
export interface NewReminder {
  userId: string;
  kind: string;
  title: string;
  content?: string;
  formKey?: string;
  recordId?: string;
  /** Path of a page in the product to which the reminder links, if it is not about a record. */
  link?: string;
  /** A file for receivers by mail. */
  attachment?: NewMessage['attachment'];
  /** Replaces the content in group chats, which other people can read, too. */
  groupContent?: string;
  /** Delivery ways of this reminder, which replace the ways of its kind. */
  ways?: NewMessage['ways'];
}
/** The receivers that reminders reach: inside the product (ids of people), and by queued messages. */
export interface ReminderResult {
  site: readonly string[];
  queued: readonly QueuedMessage[];
}
/** A reminder in the list 我的提醒. `readStatus`: '0' unread, '1' read. */
export interface Reminder {
  id: string;
  kind: string;
  title: string;
  content: string;
  formKey: string;
  recordId: string;
  link: string;
  createTime: string;
  readStatus: '0' | '1';
}

/**
 * Returns the reminders that their receivers accept inside the product, by their own settings (`sys_user.notify`) or
 * else by the defaults. These settings do not apply to a reminder with `ways`, nor to a kind that cannot be switched
 * off.
 */
async function filterAcceptedOnSite(trx: Trx, reminders: readonly NewReminder[]): Promise<readonly NewReminder[]> {
  const kinds = [...new Set(reminders.flatMap(({ kind }) => kindOfReminder(kind) ?? []))];
  if (kinds.length === 0) return reminders.filter(({ ways }) => ways?.includes('site') ?? true);
  const userIds = [...new Set(reminders.map(({ userId }) => userId))];
  const { rows } = await sql<{
    id: string;
    notify: Record<string, unknown> | null;
    defaults: Record<string, unknown> | null;
  }>`
    select u.id, u.notify, (select jsonb_object_agg(k.kind, k.ways) from sys_message_kind k where k.ways is not null) as defaults
    from sys_user u where u.id = any(${userIds}::text[])`.execute(trx);
  const choices = new Map(rows.map((row) => [row.id, row]));
  return reminders.filter(({ userId, kind, ways }) => {
    if (ways) return ways.includes('site');
    const [messageKind, choice] = [kindOfReminder(kind), choices.get(userId)];
    return (
      messageKind === null || chosenMethods(messageKind, choice?.notify ?? {}, choice?.defaults ?? {}).includes('site')
    );
  });
}

/**
 * Sends reminders by the ways that the receivers accept, and updates their open pages. Returns the receivers that were
 * reached.
 */
export async function remind(trx: Trx, reminders: readonly NewReminder[]): Promise<ReminderResult> {
  if (reminders.length === 0) return { site: [], queued: [] };
  const queued = await queueMessages(trx, toMessages(reminders));
  const siteReminders = await filterAcceptedOnSite(trx, reminders);
  const site = siteReminders.map(({ userId }) => userId);
  if (siteReminders.length === 0) return { site, queued };
  for (const group of insertBatches(siteReminders))
    await trx
      .insertInto('sys_remind')
      .values(
        group.map(({ userId, kind, title, content = '', formKey = null, recordId = null, link = '' }) => ({
          id: newId(),
          user_id: userId,
          kind,
          title,
          content,
          form_key: formKey,
          record_id: recordId,
          link,
          read_at: null,
        })),
      )
      .execute();
  await announce(trx, 'remind', site);
  return { site, queued };
}

/**
 * Converts reminders into messages for the ways of delivery. Equal reminders to several people become one message,
 * unless they have an attachment.
 */
function toMessages(reminders: readonly NewReminder[]): NewMessage[] {
  const messages = new Map<string, NewMessage & { people: string[] }>();
  for (const { userId, kind: reminderKind, ...contentParts } of reminders) {
    const { title, content = '', formKey, recordId, link, attachment, groupContent, ways } = contentParts;
    const kind: MessageKindKey | null = kindOfReminder(reminderKind);
    const separatePerson = attachment === undefined ? null : userId;
    const key = JSON.stringify([kind, title, content, formKey, recordId, link, groupContent, ways, separatePerson]);
    const message = messages.get(key) ?? {
      topic: kind === null ? 'remind' : MESSAGE_KINDS[kind].topic,
      ...(kind === null ? {} : { kind }),
      title,
      content,
      people: [],
      ...(formKey === undefined ? {} : { formKey }),
      ...(recordId === undefined ? {} : { recordId }),
      ...(link === undefined ? {} : { link }),
      ...(attachment === undefined ? {} : { attachment }),
      ...(groupContent === undefined ? {} : { groupContent }),
      ...(ways === undefined ? {} : { ways }),
    };
    message.people.push(userId);
    messages.set(key, message);
  }
  return [...messages.values()];
}

/** Sends an alarm to all administrators and to the channels for alarms. */
export async function raiseAlarm(db: Kysely<Database>, title: string, content: string): Promise<void> {
  const administrators = await db
    .selectFrom('sys_user_role as r')
    .innerJoin('sys_user as u', 'u.id', 'r.user_id')
    .where('r.role_code', '=', 'admin')
    .where('u.is_disabled', '=', false)
    .select('u.id')
    .execute();
  await db.transaction().execute((trx) =>
    remind(
      trx,
      administrators.map(({ id }) => ({ userId: id, kind: 'system', title, content })),
    ),
  );
}

/** Returns one page of a person's reminders, the newest first. */
export async function listReminders(
  db: Kysely<Database>,
  userId: string,
  filter: { readStatus?: string | null; title?: string | null },
  { pageNum, pageSize }: Page,
): Promise<{ rows: Reminder[]; total: number }> {
  let query = db.selectFrom('sys_remind').where('user_id', '=', userId);
  if (filter.readStatus) query = query.where('read_at', filter.readStatus === '1' ? 'is not' : 'is', null);
  if (filter.title?.trim())
    query = query.where('title', 'ilike', `%${filter.title.trim().replace(/[\\%_]/g, '\\$&')}%`);
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return {
    total,
    rows: rows.map(({ id, kind, title, content, form_key, record_id, link, created_at, read_at }) => ({
      id,
      kind,
      title,
      content,
      formKey: form_key ?? '',
      recordId: record_id ?? '',
      link,
      createTime: timeText(created_at),
      readStatus: read_at ? '1' : '0',
    })),
  };
}

/** Marks a person's reminders as read; null: all of them. */
export async function markRemindersRead(trx: Trx, userId: string, ids: readonly string[] | null): Promise<void> {
  const update = trx
    .updateTable('sys_remind')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null);
  if (ids === null) await update.execute();
  else if (ids.length > 0) await update.where('id', 'in', [...ids]).execute();
  await announce(trx, 'remind', [userId]);
}
