import type { ColumnType, Generated } from 'kysely';

export type RemovedKind =
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

export interface RemovedTables {
  /** What administrators deleted other than records, row by row, until it is restored or its time is over. */
  sys_bin: {
    id: string;
    kind: RemovedKind;
    key: string;
    name: string;
    /** Tables and their rows as they stood, in the order in which they are inserted again. */
    parts: ColumnType<readonly (readonly [table: string, rows: readonly unknown[]])[], string, string>;
    /** What else its restoration must know. */
    more: ColumnType<Record<string, unknown>, string, string>;
    deleted_by: string;
    deleted_by_name: string;
    deleted_at: Generated<Date>;
  };
}

declare module '../store/database.ts' {
  interface Database extends RemovedTables {}
}
