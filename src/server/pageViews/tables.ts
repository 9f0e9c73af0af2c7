import type { ColumnType } from 'kysely';

export interface PageViewTables {
  /** How often a person opened a page on a day. `page`: the path of its address, without query. */
  sys_visit: {
    day: ColumnType<Date, string, string>;
    user_id: string;
    unit_id: string;
    page: string;
    views: number;
    last_at: ColumnType<Date, Date | string, Date | string>;
  };
}

declare module '../store/database.ts' {
  interface Database extends PageViewTables {}
}
