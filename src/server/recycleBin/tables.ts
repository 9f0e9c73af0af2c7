import type { ColumnType, Generated } from 'kysely';

/** Kinds of items that the recycle bin of administrators holds. */
export type RecycleBinKind =
  | 'form'
  | 'screen'
  | 'flow'
  | 'dataset'
  | 'dictionary'
  | 'org'
  | 'post'
  | 'group'
  | 'role'
  | 'file';

/** The table of the recycle bin. */
export interface RecycleBinTables {
  /** Items other than records that administrators deleted, with their rows, until they are restored or expire. */
  sys_bin: {
    id: string;
    kind: RecycleBinKind;
    key: string;
    name: string;
    /** Tables and their deleted rows, in the order in which they are inserted again. */
    parts: ColumnType<readonly (readonly [table: string, rows: readonly unknown[]])[], string, string>;
    /** Further data that the restoration requires. */
    more: ColumnType<Record<string, unknown>, string, string>;
    deleted_by: string;
    deleted_by_name: string;
    deleted_at: Generated<Date>;
  };
}

declare module '../store/database.ts' {
  interface Database extends RecycleBinTables {}
}
