import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;

export interface HttpTables {
  /** One repeated request, by person and key. `status` null: still running as attempt `claim`, whose server keeps `lease_until` ahead. */
  http_idempotency: {
    user_id: string;
    key: string;
    request_hash: string;
    status: number | null;
    answer: string | null;
    lease_until: Time;
    claim: ColumnType<string, string | undefined, string>;
    created_at: Generated<Time>;
  };
}

declare module '../store/database.ts' {
  interface Database extends HttpTables {}
}
