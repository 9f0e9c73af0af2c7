import { sql, type Kysely } from 'kysely';
import { noteEvent } from '../audit/note.ts';
import { Refusal } from '../http/refusal.ts';
import type { Database } from '../store/database.ts';
import { newId } from '../store/id.ts';
import { newSecret, secretHash } from './secret.ts';

/** What the sign-in and refresh calls answer (EN-007). `expires_in` in seconds. */
export interface Tokens { access_token: string; refresh_token: string; token_type: 'bearer'; expires_in: number }

const ACCESS_SECONDS = 15 * 60;
const REFRESH_HOURS = 24;
const SESSION_DAYS = 30;
/** Two tabs may refresh with the same token at nearly the same time; a later second use is a stolen token. */
const REUSE_SECONDS = 30;

/** Opens a session and its first tokens. */
export async function openSession(db: Kysely<Database>, userId: string): Promise<Tokens> {
  const id = newId();
  return db.transaction().execute(async (trx) => {
    await trx.insertInto('auth_session').values({ id, user_id: userId, expires_at: sql`now() + make_interval(days => ${SESSION_DAYS})` }).execute();
    return issue(trx, id);
  });
}

/**
 * Exchanges a refresh token for new tokens; each is used once (AU-011).
 * Throws B0001 when it is unknown, too old, or used before: then the whole session ends.
 */
export async function refreshSession(db: Kysely<Database>, refreshToken: string): Promise<Tokens> {
  const tokens = await db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom('auth_token as t')
      .innerJoin('auth_session as s', 's.id', 't.session_id').innerJoin('sys_user as u', 'u.id', 's.user_id')
      .where('t.hash', '=', secretHash(refreshToken)).where('t.kind', '=', 'refresh')
      .select(['t.hash', 't.session_id', 'u.is_disabled', 'u.id as user_id', 'u.name',
        sql<boolean>`t.expires_at > now() and s.expires_at > now()`.as('is_alive'),
        sql<boolean>`t.used_at is not null and t.used_at < now() - make_interval(secs => ${REUSE_SECONDS})`.as('is_reused')])
      .forUpdate(['t']).executeTakeFirst();
    if (!row) return null;
    if (!row.is_alive || row.is_reused || row.is_disabled) {
      if (row.is_reused) await noteEvent(trx, { action: 'tokenReused', objectId: row.user_id, objectName: row.name });
      await trx.deleteFrom('auth_session').where('id', '=', row.session_id).execute();
      return null;
    }
    await trx.updateTable('auth_token').set({ used_at: sql`coalesce(used_at, now())` }).where('hash', '=', row.hash).execute();
    return issue(trx, row.session_id);
  });
  if (!tokens) throw new Refusal('B0001');
  return tokens;
}

async function issue(trx: Kysely<Database>, sessionId: string): Promise<Tokens> {
  const access = newSecret();
  const refresh = newSecret();
  await trx.insertInto('auth_token').values([
    { hash: secretHash(access), session_id: sessionId, kind: 'access', used_at: null, expires_at: sql`now() + make_interval(secs => ${ACCESS_SECONDS})` },
    { hash: secretHash(refresh), session_id: sessionId, kind: 'refresh', used_at: null, expires_at: sql`now() + make_interval(hours => ${REFRESH_HOURS})` },
  ]).execute();
  return { access_token: access, refresh_token: refresh, token_type: 'bearer', expires_in: ACCESS_SECONDS };
}

/** Ends the session of an access token; an unknown token has none. */
export async function closeSession(db: Kysely<Database>, accessToken: string): Promise<void> {
  await db.deleteFrom('auth_session').where('id', 'in', db.selectFrom('auth_token').select('session_id').where('hash', '=', secretHash(accessToken))).execute();
}

/** Ends every session of a person. */
export async function closeSessionsOf(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('auth_session').where('user_id', '=', userId).execute();
}
