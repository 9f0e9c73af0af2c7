import type { ColumnType, GeneratedAlways } from 'kysely';

type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;

export interface ReleaseTables {
  /** A build of the product that has started on this database. `build`: short hash of the server's file. */
  sys_release: {
    id: GeneratedAlways<string>;
    version: string;
    build: string;
    since: GeneratedTime;
  };
}

declare module '../store/database.ts' {
  interface Database extends ReleaseTables {}
}
