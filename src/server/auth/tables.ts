import type { ColumnType, Generated } from 'kysely';

/** A time column: read as Date, written as Date. */
type Time = ColumnType<Date, Date | string, Date | string>;

export interface AuthTables {
  auth_captcha: { id: string; answer_hash: string; expires_at: Time };
  /** One sign-in. Both tokens are kept as hashes; a refresh moves the old refresh hash to `previous_hash`. */
  auth_session: {
    id: string; user_id: string; access_hash: string; access_expires_at: Time;
    refresh_hash: string; refresh_expires_at: Time; previous_hash: string | null; rotated_at: Time | null;
    created_at: Generated<Time>;
  };
  /** Failed sign-ins by account and by address. */
  auth_attempt: { subject: string; failures: number; window_until: Time };
}
