import { sql, type Kysely, type Selectable } from 'kysely';
import { queueMessages } from '../outbox/index.ts';
import { announce } from '../events/index.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import { isAdmin, type RequestUser } from '../http/user.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import { textHash } from '../store/textHash.ts';
import { writeUnlessFull } from '../store/space.ts';
import type { Trx } from '../store/transaction.ts';
import type { NoticeTables } from './tables.ts';

/**
 * A notice in answers. `kind`: '1' 通知, '2' 公告. `status`: '0' draft, '1' released, '2' withdrawn. `unitIds`: the units
 * to which it is addressed; empty: to everybody. `releaseTime`: '' if it was never released. `readStatus`: '1' if the
 * caller has read it. `revision`: a save with an outdated revision is refused.
 */
export interface Notice {
  id: string;
  title: string;
  content: string;
  kind: string;
  status: string;
  unitIds: string[];
  authorName: string;
  createTime: string;
  releaseTime: string;
  readStatus: '0' | '1';
  revision: string;
}
/** A notice to save. Without `id` a new notice; without `revision` the save does not check for other changes. */
export interface NoticeBody {
  id?: string | null;
  title: string;
  content?: string;
  kind?: string;
  unitIds?: string[];
  revision?: string | null;
}
/** Filters of a list of notices; null or empty: not filtered. `title`: a part of the title. */
export interface NoticeQuery {
  title?: string | null;
  kind?: string | null;
  status?: string | null;
  readStatus?: string | null;
}

type NoticeRow = Selectable<NoticeTables['sys_notice']> & { is_read: boolean };

/** Returns a hash of the values that a save changes. */
const revisionOf = ({ title, content, kind, unit_ids }: Omit<NoticeRow, 'is_read'>): string =>
  textHash(JSON.stringify([title, content, kind, unit_ids]));

const toNotice = (row: NoticeRow): Notice => ({
  id: row.id,
  title: row.title,
  content: row.content,
  kind: row.kind,
  status: row.status,
  unitIds: row.unit_ids ?? [],
  authorName: row.author_name,
  createTime: timeText(row.created_at),
  releaseTime: row.released_at ? timeText(row.released_at) : '',
  readStatus: row.is_read ? '1' : '0',
  revision: revisionOf(row),
});

/** Query of all notices (table alias `n`). `is_read`: whether this person has read the notice. */
const selectWithRead = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom('sys_notice as n')
    .selectAll('n')
    .select(
      sql<boolean>`exists (select 1 from sys_notice_read d where d.notice_id = n.id and d.user_id = ${userId})`.as(
        'is_read',
      ),
    );

/** Returns the condition that a notice is released, and is for everybody or for one of the person's units. */
const isForPerson = (userId: string) => sql<boolean>`n.status = '1' and (n.unit_ids is null or exists (
  select 1 from sys_user_unit m where m.user_id = ${userId} and n.unit_ids ? m.unit_id))`;

/**
 * Returns the condition for the notices that a person may manage: notices that the person wrote, and notices of authors
 * whose unit is one of the person's units; for administrators all notices. `alias`: name of the notice table in the
 * statement.
 */
const isManagedBy = (user: RequestUser, alias: 'n' | 'sys_notice') =>
  isAdmin(user)
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(`${alias}.author_id`)} = ${user.id} or exists (
  select 1 from sys_user a join sys_user_unit m on m.unit_id = a.unit_id where a.id = ${sql.ref(`${alias}.author_id`)} and m.user_id = ${user.id}))`;

/**
 * Returns one page of the released notices for this person; with `isForManagement`, of all notices that the person may
 * manage. `total`: the number of notices on all pages.
 */
export async function listNotices(
  db: Kysely<Database>,
  user: RequestUser,
  query: NoticeQuery,
  { pageNum, pageSize }: Page,
  isForManagement: boolean,
): Promise<{ rows: Notice[]; total: number }> {
  let filteredNotices = db.selectFrom(selectWithRead(db, user.id).as('n'));
  filteredNotices = filteredNotices.where(isForManagement ? isManagedBy(user, 'n') : isForPerson(user.id));
  if (query.status) filteredNotices = filteredNotices.where('n.status', '=', query.status as '0');
  if (query.title?.trim())
    filteredNotices = filteredNotices.where('n.title', 'ilike', `%${query.title.trim().replace(/[\\%_]/g, '\\$&')}%`);
  if (query.kind) filteredNotices = filteredNotices.where('n.kind', '=', query.kind);
  if (query.readStatus) filteredNotices = filteredNotices.where('n.is_read', '=', query.readStatus === '1');
  const { total } = await filteredNotices.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await filteredNotices
    .selectAll()
    .orderBy(sql`coalesce(n.released_at, n.created_at)`, 'desc')
    .orderBy('n.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return { rows: rows.map(toNotice), total };
}

/**
 * Returns one notice and, if it is released, marks it as read (not if the disk is full). An unreleased notice always
 * has `readStatus` '1'. Refuses with 404 a notice that this person may not open. `isManager`: true for a person with
 * the permission to manage notices, who may also open the notices of `isManagedBy`.
 */
export async function openNotice(
  db: Kysely<Database>,
  user: RequestUser,
  id: string,
  isManager: boolean,
): Promise<Notice> {
  const noticeQuery = selectWithRead(db, user.id).where('n.id', '=', id);
  const row = await noticeQuery
    .where(isManager ? sql<boolean>`(${isForPerson(user.id)} or ${isManagedBy(user, 'n')})` : isForPerson(user.id))
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  const isRead =
    row.status !== '1' ||
    row.is_read ||
    (await writeUnlessFull(db, async (trx) => {
      await trx
        .insertInto('sys_notice_read')
        .values({ notice_id: id, user_id: user.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await announce(trx, 'notice', [user.id]);
    }));
  return toNotice({ ...row, is_read: isRead });
}

/**
 * Saves a new or an existing notice and returns its id. Refuses with NOTICE_STALE a notice that has changed since the
 * given revision, and with REQUEST_INVALID an empty title, an unknown unit, a notice that is unknown or that the person
 * may not manage, and a released notice (it must be withdrawn first).
 */
export async function saveNotice(
  trx: Trx,
  user: RequestUser,
  { id, title, content = '', kind = '1', unitIds = [], revision }: NoticeBody,
): Promise<string> {
  const columns = { title: title.trim(), content, kind, unit_ids: unitIds.length > 0 ? JSON.stringify(unitIds) : null };
  if (columns.title === '') throw new Refusal('REQUEST_INVALID', { detail: '请填写标题' });
  const distinctUnitIds = [...new Set(unitIds)];
  const units =
    distinctUnitIds.length > 0
      ? await trx
          .selectFrom('sys_org')
          .select('id')
          .where('id', 'in', distinctUnitIds)
          .where('type', '=', 'unit')
          .execute()
      : [];
  if (units.length < distinctUnitIds.length)
    throw new Refusal('REQUEST_INVALID', { detail: '发布范围中有不存在的单位' });
  if (!id) {
    const newNoticeId = newId();
    await trx
      .insertInto('sys_notice')
      .values({ id: newNoticeId, ...columns, author_id: user.id, author_name: user.name, released_at: null })
      .execute();
    return newNoticeId;
  }
  const stored = await trx.selectFrom('sys_notice').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (stored && revision && revisionOf(stored) !== revision) throw new Refusal('NOTICE_STALE');
  const row = await trx
    .updateTable('sys_notice')
    .set(columns)
    .where('id', '=', id)
    .where('status', '<>', '1')
    .where(isManagedBy(user, 'sys_notice'))
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new Refusal('REQUEST_INVALID', { detail: '通知不存在或已发布，请先撤回再修改' });
  return row.id;
}

/**
 * Releases a notice, or withdraws it if `isReleased` is false. A release marks the notice as unread for everybody and
 * queues messages about it. Refuses with REQUEST_INVALID the release of a released notice, the withdrawal of a notice
 * that is not released, and a notice that is unknown or that the person may not manage.
 */
export async function setReleased(trx: Trx, user: RequestUser, id: string, isReleased: boolean): Promise<void> {
  const row = await trx
    .updateTable('sys_notice')
    .set(isReleased ? { status: '1', released_at: sql<Date>`now()` } : { status: '2' })
    .where('id', '=', id)
    .where('status', isReleased ? '<>' : '=', '1')
    .where(isManagedBy(user, 'sys_notice'))
    .returning(['unit_ids', 'title'])
    .executeTakeFirst();
  if (!row) throw new Refusal('REQUEST_INVALID', { detail: isReleased ? '通知不存在或已发布' : '通知不存在或未发布' });
  const recipients = await recipientsOf(trx, row.unit_ids);
  if (isReleased) {
    await trx.deleteFrom('sys_notice_read').where('notice_id', '=', id).execute();
    await queueMessages(trx, [
      {
        topic: 'notice',
        kind: 'notice',
        title: `通知公告：${row.title}`,
        mailOnlyReceivers: recipients ?? 'everybody',
      },
    ]);
  }
  await announce(trx, 'notice', recipients);
}

/** Returns the ids of the people in these units; null: everybody. */
async function recipientsOf(trx: Trx, unitIds: readonly string[] | null): Promise<string[] | null> {
  if (unitIds === null) return null;
  const rows = await trx
    .selectFrom('sys_user_unit')
    .where('unit_id', 'in', [...unitIds])
    .select('user_id')
    .distinct()
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/**
 * Removes a notice. Refuses with REQUEST_INVALID a released notice, and one that is unknown or that the person may not
 * manage.
 */
export async function removeNotice(trx: Trx, user: RequestUser, id: string): Promise<void> {
  const row = await trx
    .deleteFrom('sys_notice')
    .where('id', '=', id)
    .where('status', '<>', '1')
    .where(isManagedBy(user, 'sys_notice'))
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new Refusal('REQUEST_INVALID', { detail: '通知不存在或已发布，请先撤回再删除' });
}

/** Returns the numbers of unread notices and reminders of a person. */
export async function countUnread(db: Kysely<Database>, userId: string): Promise<{ notice: number; remind: number }> {
  const {
    rows: [row],
  } = await sql<{ notice: number; remind: number }>`select
    (select count(*)::int from sys_notice n where ${isForPerson(userId)} and not exists (select 1 from sys_notice_read d where d.notice_id = n.id and d.user_id = ${userId})) as notice,
    (select count(*)::int from sys_remind where user_id = ${userId} and read_at is null) as remind`.execute(db);
  return row ?? { notice: 0, remind: 0 };
}
