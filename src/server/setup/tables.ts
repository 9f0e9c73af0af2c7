import type { ColumnType, Generated } from 'kysely';

/** The table of the initial set-up. */
export interface SetupTables {
  /**
   * Marks of administrators on the steps of the initial set-up. The row `guide` is inserted at the first start with an
   * empty database: `open` until the guide is ended.
   */
  sys_setup: {
    step: string;
    mark: 'done' | 'skipped' | 'open';
    by_name: Generated<string>;
    at: ColumnType<Date, Date | undefined, Date>;
  };
}

declare module '../store/database.ts' {
  interface Database extends SetupTables {}
}
