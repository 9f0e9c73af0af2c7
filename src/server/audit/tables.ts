import type { ColumnType, Generated } from 'kysely';

type Row = Record<string, unknown>;

export interface AuditTables {
  /**
   * One write of anything that has no history of its own, by the triggers of migration 095; sign-ins by `noteEvent`.
   * `object` is the table ('auth' for sign-ins), `before` and `after` hold what changed. Rows are never changed or removed.
   */
  sys_audit: {
    id: Generated<number>;
    happened_at: ColumnType<Date, never, never>;
    user_id: string;
    user_name: string;
    address: string;
    request_id: string;
    object: string;
    object_id: string;
    object_name: string;
    action: string;
    before: ColumnType<Row | null, string | null, never>;
    after: ColumnType<Row | null, string | null, never>;
  };
}

declare module '../store/database.ts' {
  interface Database extends AuditTables {}
}
