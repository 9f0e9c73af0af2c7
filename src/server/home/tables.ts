import type { ColumnType, Generated } from 'kysely';

declare module '../store/database.ts' {
  interface Database {
    sys_desk: {
      user_id: string;
      /** The screen and the place of the desk on it. */
      place: string;
      /** Keys of cards, in the order this person gave them, and of those taken off. */
      shown: ColumnType<string[], string, string>;
      hidden: ColumnType<string[], string, string>;
      updated_at: Generated<ColumnType<Date, Date | string, Date | string>>;
    };
  }
}
