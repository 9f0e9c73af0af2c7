import type { ColumnType, Generated } from 'kysely';

type Time = ColumnType<Date, Date | string, Date | string>;

export interface HttpTables {
  /**
   * One request, identified by person and key. `claim`: the id of the attempt that processes the request. While the
   * attempt is running, `status` is null, and the server of the attempt renews `lease_until`.
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
