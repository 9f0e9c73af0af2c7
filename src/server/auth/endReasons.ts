import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from '../store/database.ts';
import type { AuthTables } from './tables.ts';

export type EndReason = AuthTables['auth_ended']['reason'];

/**
 * Records why the sessions `s` matched by `condition` are about to be deleted, by their refresh tokens: only the holder
 * of such a token receives the reason.
 */
export async function recordEndReason(
  trx: Kysely<Database>,
  condition: RawBuilder<SqlBool>,
  reason: EndReason,
): Promise<void> {
  await sql`insert into auth_ended (hash, reason, expires_at) select t.hash, ${reason}, t.expires_at from auth_token t join auth_session s on s.id = t.session_id
    where t.kind = 'refresh' and t.expires_at > now() and ${condition} on conflict do nothing`.execute(trx);
}

/** Why the session of a refresh token was ended; undefined when it expired or never existed. */
export async function endReasonOf(db: Kysely<Database>, hash: string): Promise<EndReason | undefined> {
  return (await db.selectFrom('auth_ended').select('reason').where('hash', '=', hash).executeTakeFirst())?.reason;
}
