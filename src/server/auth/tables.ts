import type { ColumnType, Generated } from 'kysely';
import type { MachineWay } from './machines/machineWays.ts';

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
    /** Nothing but setting up a second factor is open to it. */
    needs_factor: Generated<boolean>;
    /** The person signed in elsewhere: a password of this product's need not be changed first. */
    is_company: Generated<boolean>;
  };
  /** A token by its hash. A refresh token that was used stays until the session ends, so that a second use is noticed. */
  auth_token: {
    hash: string;
    session_id: string;
    kind: 'access' | 'refresh';
    expires_at: Time;
    used_at: Time | null;
    /** How often a refresh token was exchanged. */
    uses: Generated<number>;
  };
  /** Refresh tokens of sessions that somebody ended before their time, and why. */
  auth_ended: { hash: string; reason: 'device' | 'password' | 'reused' | 'disabled' | 'ended'; expires_at: Time };
  /** A machine account: what may be done in the name of a person by who holds its key. */
  auth_key: {
    id: string;
    name: string;
    user_id: string;
    hash: string;
    hint: string;
    forms: ColumnType<string[], string, string>;
    ways: ColumnType<MachineWay[], string, string>;
    per_minute: number;
    expires_at: Time;
    revoked_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
    created_at: Now;
    created_by: string;
  };
  /** When a machine account called last, and its `calls` since `window_at`. */
  auth_key_use: {
    key_id: string;
    used_at: Now;
    used_from: Generated<string>;
    window_at: Now;
    calls: Generated<number>;
  };
  /** A second factor; it counts once it is confirmed. `last_step`: of the last code that was used, none is taken twice. */
  auth_factor: {
    user_id: string;
    secret: string;
    confirmed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
    last_step: Generated<number>;
  };
  /** Recovery codes by their hashes, each used once. */
  auth_recovery: {
    user_id: string;
    hash: string;
    used_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  };
  /** A sign-in that waits for the second factor; `mark`: of the password that was right. */
  auth_challenge: {
    hash: string;
    user_id: string;
    mark: string;
    tries: Generated<number>;
    expires_at: Time;
    is_company: Generated<boolean>;
  };
  /** Who an account belongs to elsewhere: at an OpenID Connect provider (its address) or in the directory (`ldap`). */
  auth_identity: { provider: string; subject: string; user_id: string; linked_at: Now };
  /** Tickets of a sign-in elsewhere that were used, by their hash. */
  auth_ticket: { hash: string; expires_at: Time };
  /** Failed sign-ins by account (of a name that is none by its keyed hash), by second factor of an account, and by address. */
  auth_attempt: { subject: string; failures: number; window_until: Time };
}

declare module '../store/database.ts' {
  interface Database extends AuthTables {}
}
