import type { ColumnType, Generated } from 'kysely';

/** A time column: read as Date, written as Date. */
type Time = ColumnType<Date, Date | string, Date | string>;

export interface AuthTables {
  auth_captcha: { id: string; answer_hash: string; expires_at: Time };
  /** One sign-in; deleting it revokes all its tokens. */
  auth_session: { id: string; user_id: string; created_at: Generated<Time>; expires_at: Time };
  /** A token by its hash. A refresh token that was used stays until the session ends, so that a second use is noticed. */
  auth_token: { hash: string; session_id: string; kind: 'access' | 'refresh'; expires_at: Time; used_at: Time | null };
  /** Failed sign-ins by account and by address. */
  auth_attempt: { subject: string; failures: number; window_until: Time };
}
