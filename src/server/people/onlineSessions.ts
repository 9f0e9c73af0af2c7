import { sql, type Kysely, type SqlBool } from 'kysely';
import { endSessionByAdministrator } from '../auth/index.ts';
import type { Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { orderTerms, type Sort } from '../http/sorting.ts';
import { timeText } from '../http/time.ts';
import type { RequestUser } from '../http/user.ts';
import type { Database } from '../store/database.ts';
import { escapeLikeText } from '../store/escapeLikeText.ts';
import type { Trx } from '../store/transaction.ts';
import { refusePrivilegeEscalation } from '../system/index.ts';

/** An open session. `lastSeen`: when its tokens were last refreshed, at most 15 minutes before its last use. */
export interface OnlineSession {
  id: string;
  name: string;
  username: string;
  deptName: string;
  device: string;
  address: string;
  signedIn: string;
  lastSeen: string;
  isCurrent: boolean;
}

export interface OnlineSessionQuery {
  keyword?: string | null;
  sort?: Sort<(typeof ONLINE_SORT_FIELDS)[number]> | null;
}

/** Fields by which the list of open sessions may be sorted. */
export const ONLINE_SORT_FIELDS = ['name', 'username', 'deptName', 'address', 'signedIn', 'lastSeen'] as const;
const SQL_OF_SORT_FIELDS = {
  name: sql`u.name`,
  username: sql`u.username`,
  deptName: sql`d.name`,
  address: sql`s.address`,
  signedIn: sql`s.created_at`,
  lastSeen: sql`s.seen_at`,
};

/**
 * Lists open sessions of all people; without `sort`, sessions with the latest `lastSeen` first. `tokenHash`: hash of
 * the caller's access token; `isCurrent` marks the session of this token.
 */
export async function listOnlineSessions(
  db: Kysely<Database>,
  { keyword, sort }: OnlineSessionQuery,
  { pageNum, pageSize }: Page,
  tokenHash: string,
): Promise<{ rows: OnlineSession[]; total: number }> {
  let query = db
    .selectFrom('auth_session as s')
    .innerJoin('sys_user as u', 'u.id', 's.user_id')
    .leftJoin('sys_org as d', 'd.id', 'u.dept_id')
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where(sql<SqlBool>`exists (select 1 from auth_token t where t.session_id = s.id and t.expires_at > now())`);
  const keywordText = keyword?.trim() ?? '';
  if (keywordText !== '') {
    const like = `%${escapeLikeText(keywordText)}%`;
    query = query.where(
      sql<SqlBool>`(u.name ilike ${like} or u.username ilike ${like} or d.name ilike ${like} or s.address = ${keywordText})`,
    );
  }
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select([
      's.id',
      'u.name',
      'u.username',
      'd.name as deptName',
      's.device',
      's.address',
      's.created_at',
      's.seen_at',
    ])
    .select(
      sql<boolean>`exists (select 1 from auth_token c where c.session_id = s.id and c.hash = ${tokenHash})`.as(
        'isCurrent',
      ),
    )
    .orderBy(orderTerms(sort, SQL_OF_SORT_FIELDS, sql`s.seen_at desc, s.id`))
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return {
    total,
    rows: rows.map(({ created_at, seen_at, deptName, ...row }) => ({
      ...row,
      deptName: deptName ?? '',
      signedIn: timeText(created_at),
      lastSeen: timeText(seen_at),
    })),
  };
}

/**
 * Ends a session: the session's next call is refused. Refuses with 404 if the session does not exist, with 403 if its
 * user has more rights than the caller, and with REQUEST_INVALID if it is the caller's current session.
 */
export async function endOnlineSession(trx: Trx, user: RequestUser, id: string, tokenHash: string): Promise<void> {
  const session = await trx
    .selectFrom('auth_session as s')
    .innerJoin('sys_user as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.name'])
    .select(
      sql<boolean>`exists (select 1 from auth_token c where c.session_id = s.id and c.hash = ${tokenHash})`.as('isOwn'),
    )
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!session) throw new Refusal('404');
  if (session.isOwn) throw new Refusal('REQUEST_INVALID', { detail: '这是您当前的登录，请从右上角退出' });
  await refusePrivilegeEscalation(trx, user, { userId: session.id });
  if (!(await endSessionByAdministrator(trx, session, id))) throw new Refusal('404');
}
