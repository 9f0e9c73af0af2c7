import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from '../store/database.ts';
import type { AuthTables } from './tables.ts';

export type EndReason = AuthTables['auth_ended']['reason'];

/**
 * Stores why the sessions that match `condition` (SQL over `auth_session s`) are about to be deleted. The reason is
 * stored by refresh token, so that only a client that has the token can read the reason.
 */
export async function recordEndReason(
  trx: Kysely<Database>,
  condition: RawBuilder<SqlBool>,
  reason: EndReason,
): Promise<void> {
  await sql`insert into auth_ended (hash, reason, expires_at) select t.hash, ${reason}, t.expires_at from auth_token t join auth_session s on s.id = t.session_id
    where t.kind = 'refresh' and t.expires_at > now() and ${condition} on conflict do nothing`.execute(trx);
}

/** Returns why the session of a refresh token was ended; undefined when it expired or never existed. */
export async function endReasonOf(db: Kysely<Database>, hash: string): Promise<EndReason | undefined> {
  return (await db.selectFrom('auth_ended').select('reason').where('hash', '=', hash).executeTakeFirst())?.reason;
}
