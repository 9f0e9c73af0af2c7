import type { ColumnType } from 'kysely';

export interface HrTables {
  /** Whether the people of a unit may correct their own staff records (CL-072). Without a row they may not. */
  hr_personal_modify: {
    unit_id: string;
    is_open: boolean;
    update_by: string;
    updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
  };
}

declare module '../store/database.ts' {
  interface Database extends HrTables {}
}
