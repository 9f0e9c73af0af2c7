import type { ColumnType, Generated } from 'kysely';

/** A time column: read as Date, written as Date. */
type Time = ColumnType<Date, Date | string, Date | string>;
/** One that is now unless it is said. */
type Now = ColumnType<Date, Date | string | undefined, Date | string>;

export interface AuthTables {
  /** `address`: the network (`networkOf`) that asked for it. */
  auth_captcha: { id: string; answer_hash: string; expires_at: Time; address: string };
  /** One sign-in; deleting it revokes all its tokens. `address`, `seen_at`: of its last renewal, `device` in words. */
  auth_session: {
    id: string;
    user_id: string;
    created_at: Now;
    expires_at: Time;
    address: Generated<string>;
    device: Generated<string>;
    seen_at: Now;
  };
  /** A token by its hash. A refresh token that was used stays until the session ends, so that a second use is noticed. */
  auth_token: { hash: string; session_id: string; kind: 'access' | 'refresh'; expires_at: Time; used_at: Time | null };
  /** Refresh tokens of sessions that somebody ended before their time, and why. */
  auth_ended: { hash: string; reason: 'device' | 'password' | 'reused' | 'disabled' | 'ended'; expires_at: Time };
  /** Failed sign-ins by account and by address. */
  auth_attempt: { subject: string; failures: number; window_until: Time };
}

declare module '../store/database.ts' {
  interface Database extends AuthTables {}
}
