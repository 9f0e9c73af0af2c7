import type { ColumnType, Generated } from 'kysely';

type Row = Record<string, unknown>;

export interface AuditTables {
  /**
   * Writes to tables without their own history, recorded by the triggers of migration 095, and events of
   * `recordAuditEvent`. `object` is the table ('auth' for sign-ins), `object_id` the key of its row (parts of a key are
   * joined by '/'), `before` and `after` contain the changed values. Rows are never changed or removed.
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
