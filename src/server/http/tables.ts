import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;

export interface HttpTables {
  /** One repeated request, by person and key. `status` null: still running, until `lease_until`. */
  http_idempotency: {
    user_id: string; key: string; request_hash: string; status: number | null; answer: string | null;
    lease_until: Time; created_at: Generated<Time>;
  };
}
