import type { ColumnType, Generated } from 'kysely';

declare module '../store/database.ts' {
  interface Database {
    sys_desk: {
      user_id: string;
      /** The screen and the position of the desk on it. */
      place: string;
      /** Keys of the shown cards in this person's order; `hidden`: keys of the hidden cards. */
      shown: ColumnType<string[], string, string>;
      hidden: ColumnType<string[], string, string>;
      updated_at: Generated<ColumnType<Date, Date | string, Date | string>>;
    };
  }
}
