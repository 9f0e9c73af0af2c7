import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;

export interface HttpTables {
  /**
   * One request by person and key. While attempt `claim` is running, `status` is null and its server renews
   * `lease_until`.
   */
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
