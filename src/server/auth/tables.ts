import type { ColumnType, Generated } from 'kysely';
import type { MachineOperation } from './machines/machineOperations.ts';

/** A time column: read as Date, written as Date. */
type Time = ColumnType<Date, Date | string, Date | string>;
/** A time column that defaults to the current time. */
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;

/**
 * The system that verified the first step of a sign-in: this product (by password), the company's directory, or its
 * OpenID Connect provider.
 */
export type Verifier = 'password' | 'directory' | 'provider';

export interface AuthTables {
  /** `address`: the network (`networkOf`) from which the captcha was requested. */
  auth_captcha: { id: string; answer_hash: string; expires_at: Time; address: string };
  /**
   * One sign-in. Deleting the row revokes all its tokens. `address`, `seen_at`: of the last token refresh. `device`: a
   * readable name (`deviceOf`).
   */
  auth_session: {
    id: string;
    user_id: string;
    created_at: GeneratedTime;
    expires_at: Time;
    address: Generated<string>;
    device: Generated<string>;
    seen_at: GeneratedTime;
    /** True if the session may only set up a second factor. */
    needs_factor: Generated<boolean>;
    /**
     * True if the person signed in at the company's provider or directory. They need not change their password of
     * this product then, even if a change is due.
     */
    is_company: Generated<boolean>;
  };
  /**
   * A token by its hash. A used refresh token stays until the session ends, so that its use after the grace period is
   * detected.
   */
  auth_token: {
    hash: string;
    session_id: string;
    kind: 'access' | 'refresh';
    expires_at: Time;
    used_at: Time | null;
    /** Number of times that a refresh token was exchanged. */
    uses: Generated<number>;
  };
  /**
   * Refresh tokens of sessions that were ended before they expired, with the reason. 'device': the person ended the
   * session in the list of their devices; 'password': the password was changed; 'reused': a refresh token was used
   * again after its grace period; 'disabled': the account was disabled; 'ended': an administrator ended the session.
   */
  auth_ended: { hash: string; reason: 'device' | 'password' | 'reused' | 'disabled' | 'ended'; expires_at: Time };
  /**
   * A machine account: whoever has its key may make calls in the name of the person `user_id`. `hash`, `hint`: hash and
   * last four characters of the key. `forms`, `ways`: keys of the forms and the operations that the calls may use.
   */
  auth_key: {
    id: string;
    name: string;
    user_id: string;
    hash: string;
    hint: string;
    forms: ColumnType<string[], string, string>;
    ways: ColumnType<MachineOperation[], string, string>;
    per_minute: number;
    expires_at: Time;
    revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    created_at: GeneratedTime;
    created_by: string;
  };
  /**
   * `used_at`, `used_from`: time and network address of a machine account's last call. `calls`: number of its calls
   * since `window_at`, the start of the current minute of the rate limit.
   */
  auth_key_use: {
    key_id: string;
    used_at: GeneratedTime;
    used_from: Generated<string>;
    window_at: GeneratedTime;
    calls: Generated<number>;
  };
  /**
   * A second factor, active once it is confirmed. `last_step`: time step of the last used code. No code is accepted
   * twice.
   */
  auth_factor: {
    user_id: string;
    secret: string;
    confirmed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
    last_step: Generated<number>;
  };
  /** Recovery codes by their hashes. Each code may be used once. */
  auth_recovery: {
    user_id: string;
    hash: string;
    used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  };
  /**
   * A sign-in that waits for the second factor. `mark`: hash of the stored password hash, computed when the password
   * was verified. A change of the password therefore ends the sign-in.
   */
  auth_challenge: {
    hash: string;
    user_id: string;
    mark: string;
    tries: Generated<number>;
    expires_at: Time;
    verified_by: Generated<Verifier>;
  };
  /**
   * The external identity of an account. `provider`: the address of an OpenID Connect provider, or `ldap` for the
   * directory.
   */
  auth_identity: { provider: string; subject: string; user_id: string; linked_at: GeneratedTime };
  /** Used tickets of sign-ins at the provider, by their hash. */
  auth_ticket: { hash: string; expires_at: Time };
  /**
   * Failed sign-ins by account (an unknown name is stored only as a keyed hash), by second factor of an account, and by
   * network address.
   */
  auth_attempt: { subject: string; failures: number; window_until: Time };
}

declare module '../store/database.ts' {
  interface Database extends AuthTables {}
}
