import type { ColumnType, Generated } from 'kysely';

export interface SetupTables {
  /**
   * What an administrator said of a step of the first set-up. The row `guide` stands from the first start of an empty
   * database: `open` until the guide was ended.
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
