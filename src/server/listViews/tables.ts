import type { ColumnType, Generated } from 'kysely';

type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;

declare module '../store/database.ts' {
  interface Database {
    sys_list_view: {
      id: string;
      user_id: string;
      form_key: string;
      place: string;
      name: string;
      is_shared: Generated<boolean>;
      /**
       * Filters, conditions, order, appearance and columns, in the format of the page; the server does not interpret
       * it.
       */
      config: ColumnType<unknown, string, string>;
      created_at: GeneratedTime;
      updated_at: GeneratedTime;
    };
    sys_list_view_default: {
      /** '' for everybody. */
      user_id: string;
      form_key: string;
      place: string;
      /** Id of a saved view, `doc:<name>` for a view of the document, or `none`. */
      view_id: string;
    };
  }
}
