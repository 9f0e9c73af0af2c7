import type { ColumnType, Generated } from 'kysely';

declare module '../store/database.ts' {
  interface Database {
    /** A person's arrangement of a desk, which is a block of cards on a screen. */
    sys_desk: {
      user_id: string;
      /** The path of the screen and the key of the desk's node, as `path:key`. */
      place: string;
      /** Keys of the shown cards in this person's order; `hidden`: keys of the hidden cards. */
      shown: ColumnType<string[], string, string>;
      hidden: ColumnType<string[], string, string>;
      updated_at: Generated<ColumnType<Date, Date | string, Date | string>>;
    };
  }
}
