import { sql, type Kysely } from 'kysely';
import { recordAuditEvent } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import type { RequestUser } from '../http/user.ts';
import { timeText } from '../http/time.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import { recordEndReason } from './endReasons.ts';
import { secretHash } from './secret.ts';

/**
 * An open session of a person. `lastSeen`: time of the last token refresh; the session may have been used for up to
 * 15 minutes after this time.
 */
export interface OpenSession {
  id: string;
  device: string;
  address: string;
  signedIn: string;
  lastSeen: string;
  isCurrent: boolean;
}

const MAX_LISTED_SESSIONS = 200;

/**
 * Returns the open sessions of a person: the session of `accessToken` first, then the others by last use, newest
 * first.
 */
export async function listOpenSessions(
  db: Kysely<Database>,
  userId: string,
  accessToken: string,
): Promise<OpenSession[]> {
  const isCurrent = sql<boolean>`exists (select 1 from auth_token c where c.session_id = s.id and c.hash = ${secretHash(accessToken)})`;
  const rows = await db
    .selectFrom('auth_session as s')
    .where('s.user_id', '=', userId)
    .where('s.expires_at', '>', sql<Date>`now()`)
    // a session without an unexpired token cannot be used again
    .where(sql<boolean>`exists (select 1 from auth_token t where t.session_id = s.id and t.expires_at > now())`)
    .select(['s.id', 's.device', 's.address', 's.created_at', 's.seen_at', isCurrent.as('isCurrent')])
    .orderBy(isCurrent, 'desc')
    .orderBy('s.seen_at', 'desc')
    .orderBy('s.id')
    .limit(MAX_LISTED_SESSIONS)
    .execute();
  return rows.map(({ id, device, address, created_at, seen_at, isCurrent: current }) => ({
    id,
    device,
    address,
    signedIn: timeText(created_at),
    lastSeen: timeText(seen_at),
    isCurrent: current,
  }));
}

/**
 * Ends sessions of a person: the session with this id, or all except the session of the access token `allBut`. Every
 * server refuses the next call of an ended session, and open pages are notified. Returns the number of ended
 * sessions.
 */
export async function endSessions(
  db: Kysely<Database>,
  user: Pick<RequestUser, 'id' | 'name'>,
  selection: { id: string } | { allBut: string },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const isSelected =
      'id' in selection
        ? sql<boolean>`s.id = ${selection.id}`
        : sql<boolean>`not exists (select 1 from auth_token own where own.session_id = s.id and own.hash = ${secretHash(selection.allBut)})`;
    await recordEndReason(trx, sql`s.user_id = ${user.id} and ${isSelected}`, 'device');
    const endedSessions = await trx
      .deleteFrom('auth_session as s')
      .where('s.user_id', '=', user.id)
      .where(isSelected)
      .returning(['s.device', 's.address'])
      .execute();
    if (endedSessions.length === 0) return 0;
    await recordAuditEvent(trx, {
      action: 'sessionEnded',
      objectId: user.id,
      objectName: user.name,
      detail: { sessions: endedSessions.map(({ device, address }) => [device, address].filter(Boolean).join(' ')) },
    });
    await announce(trx, 'session', [user.id]);
    return endedSessions.length;
  });
}

/**
 * Ends one session of a person on behalf of an administrator. A page that is open in this session shows that the
 * session was ended. Returns false if there is no such session.
 */
export async function endSessionByAdministrator(
  trx: Trx,
  person: Pick<RequestUser, 'id' | 'name'>,
  id: string,
): Promise<boolean> {
  const isSelected = sql<boolean>`s.id = ${id} and s.user_id = ${person.id}`;
  await recordEndReason(trx, isSelected, 'ended');
  const endedSession = await trx
    .deleteFrom('auth_session as s')
    .where(isSelected)
    .returning(['s.device', 's.address'])
    .executeTakeFirst();
  if (!endedSession) return false;
  await recordAuditEvent(trx, {
    action: 'sessionEnded',
    objectId: person.id,
    objectName: person.name,
    detail: { sessions: [[endedSession.device, endedSession.address].filter(Boolean).join(' ')] },
  });
  await announce(trx, 'session', [person.id]);
  return true;
}
