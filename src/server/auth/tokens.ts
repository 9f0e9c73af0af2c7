import { sql, type Kysely } from 'kysely';
import type { ParameterValues } from '../../domain/parameters.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/newId.ts';
import { endReasonOf, recordEndReason, type EndReason } from './endReasons.ts';
import { newSecret, secretHash } from './secret.ts';

/** The answer of the sign-in and refresh calls (EN-007). `expires_in` in seconds. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: 'bearer';
  expires_in: number;
}

const ACCESS_TOKEN_SECONDS = 15 * 60;
/** Used if the caller does not pass the values of the system parameters. */
const DEFAULT_TIMES: SessionTimes = { sessionIdleHours: 24, sessionDays: 30 };
/**
 * Two tabs may refresh with the same token within this time. A second use after this time means that the token was
 * stolen.
 */
const REUSE_GRACE_SECONDS = 30;
/** Maximum number of exchanges of a refresh token within the grace period. Further exchanges are refused. */
export const MAX_EXCHANGES = 20;

/** Maximum idle time (hours) and maximum lifetime (days) of a session. */
export type SessionTimes = Pick<ParameterValues, 'sessionIdleHours' | 'sessionDays'>;

/** How a session was opened. `address`: of the request; `device`: readable name of the device. */
export interface SessionOrigin {
  address: string;
  device: string;
  /** True if the session may only set up a second factor. */
  needs_factor?: boolean;
  /** True if the person signed in at the company's identity provider or directory. */
  is_company?: boolean;
}

/**
 * Opens a session with its first tokens, after the password with this hash was verified. Returns null if the account is
 * disabled or has another password hash now: a password change also stops sign-ins that began with the old password.
 */
export async function openSession(
  db: Kysely<Database>,
  { id: userId, password_hash }: { id: string; password_hash: string },
  origin: SessionOrigin,
  times = DEFAULT_TIMES,
): Promise<Tokens | null> {
  const id = newId();
  return db.transaction().execute(async (trx) => {
    // the user is locked until the commit: a concurrent password change waits, and then also ends this session
    const user = await trx
      .selectFrom('sys_user')
      .select('id')
      .where('id', '=', userId)
      .where('password_hash', '=', password_hash)
      .where('is_disabled', '=', false)
      .forShare()
      .executeTakeFirst();
    if (!user) return null;
    await trx
      .insertInto('auth_session')
      .values({
        id,
        user_id: userId,
        ...origin,
        expires_at: sql`now() + make_interval(days => ${times.sessionDays}::int)`,
      })
      .execute();
    return issueTokens(trx, id, times);
  });
}

/**
 * Exchanges a refresh token for new tokens. A refresh token may be exchanged again only within a grace period after its
 * first exchange (AU-011). Throws B0001 when the user is disabled, and when the token is unknown, expired, already
 * exchanged MAX_EXCHANGES times, or exchanged again after its grace period. An expired token, an exchange after the
 * grace period and a disabled user also end the session. The error states why the session was ended, unless it expired
 * or never existed.
 */
export async function refreshSession(
  db: Kysely<Database>,
  refreshToken: string,
  address: string,
  times = DEFAULT_TIMES,
): Promise<Tokens> {
  const tokens = await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('auth_token as t')
      .innerJoin('auth_session as s', 's.id', 't.session_id')
      .innerJoin('sys_user as u', 'u.id', 's.user_id')
      .where('t.hash', '=', secretHash(refreshToken))
      .where('t.kind', '=', 'refresh')
      .select([
        't.hash',
        't.session_id',
        'u.is_disabled',
        'u.id as user_id',
        'u.name',
        sql<boolean>`t.expires_at > now() and s.expires_at > now()`.as('is_alive'),
        sql<boolean>`t.used_at is not null and t.used_at < now() - make_interval(secs => ${REUSE_GRACE_SECONDS})`.as(
          'is_reused',
        ),
        sql<boolean>`t.uses >= ${MAX_EXCHANGES}::int`.as('is_used_up'),
      ])
      // locks the session before its tokens, in the same order as when a session is ended
      .forUpdate(['s'])
      .executeTakeFirst();
    if (!row) return null;
    if (!row.is_alive || row.is_reused || row.is_disabled) {
      if (row.is_reused || row.is_disabled)
        await recordEndReason(trx, sql`s.id = ${row.session_id}`, row.is_disabled ? 'disabled' : 'reused');
      if (row.is_reused)
        await recordAuditEvent(trx, { action: 'tokenReused', objectId: row.user_id, objectName: row.name });
      await trx.deleteFrom('auth_session').where('id', '=', row.session_id).execute();
      await announce(trx, 'session', [row.user_id]);
      return null;
    }
    if (row.is_used_up) return null;
    await trx
      .updateTable('auth_token')
      .set({ used_at: sql`coalesce(used_at, now())`, uses: sql`uses + 1` })
      .where('hash', '=', row.hash)
      .execute();
    await trx
      .updateTable('auth_session')
      .set({ seen_at: sql`now()`, address })
      .where('id', '=', row.session_id)
      .execute();
    return issueTokens(trx, row.session_id, times);
  });
  if (!tokens) throw new Refusal('B0001', {}, { reason: await endReasonOf(db, secretHash(refreshToken)) });
  return tokens;
}

async function issueTokens(
  trx: Kysely<Database>,
  sessionId: string,
  { sessionIdleHours }: SessionTimes,
): Promise<Tokens> {
  const accessToken = newSecret();
  const refreshToken = newSecret();
  await trx
    .insertInto('auth_token')
    .values([
      {
        hash: secretHash(accessToken),
        session_id: sessionId,
        kind: 'access',
        used_at: null,
        expires_at: sql`now() + make_interval(secs => ${ACCESS_TOKEN_SECONDS})`,
      },
      {
        hash: secretHash(refreshToken),
        session_id: sessionId,
        kind: 'refresh',
        used_at: null,
        expires_at: sql`now() + make_interval(hours => ${sessionIdleHours}::int)`,
      },
    ])
    .execute();
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
  };
}

/**
 * Ends the session of an access token. Returns true if the person of this session signed in at the company's identity
 * provider or directory; false otherwise, and for a token without a session.
 */
export async function closeSession(db: Kysely<Database>, accessToken: string): Promise<boolean> {
  const endedSession = await db
    .deleteFrom('auth_session')
    .where('id', 'in', db.selectFrom('auth_token').select('session_id').where('hash', '=', secretHash(accessToken)))
    .returning('is_company')
    .executeTakeFirst();
  return endedSession?.is_company === true;
}

/** Ends every session of a person. */
export async function closeSessionsOf(db: Kysely<Database>, userId: string, reason: EndReason): Promise<void> {
  await recordEndReason(db, sql`s.user_id = ${userId}`, reason);
  await db.deleteFrom('auth_session').where('user_id', '=', userId).execute();
}
