import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from '../store/database.ts';
import type { AuthTables } from './tables.ts';

export type EndReason = AuthTables['auth_ended']['reason'];

/** Notes why sessions (`s`) are about to be deleted, by their refresh tokens: told to nobody but who holds one of these. */
export async function noteEnd(trx: Kysely<Database>, which: RawBuilder<SqlBool>, reason: EndReason): Promise<void> {
  await sql`insert into auth_ended (hash, reason, expires_at) select t.hash, ${reason}, t.expires_at from auth_token t join auth_session s on s.id = t.session_id
    where t.kind = 'refresh' and t.expires_at > now() and ${which} on conflict do nothing`.execute(trx);
}

/** Why the session of a refresh token was ended; undefined: it ran out, or there never was one. */
export async function endOf(db: Kysely<Database>, hash: string): Promise<EndReason | undefined> {
  return (await db.selectFrom('auth_ended').select('reason').where('hash', '=', hash).executeTakeFirst())?.reason;
}
