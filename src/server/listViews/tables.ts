import type { ColumnType, Generated } from 'kysely';

type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;

declare module '../store/database.ts' {
  interface Database {
    sys_list_view: {
      id: string;
      user_id: string;
      form_key: string;
      /** Identifies one list of the form: its screen, and its key or position on the screen. */
      place: string;
      name: string;
      is_shared: Generated<boolean>;
      /**
       * Filters, conditions, order, appearance and columns as JSON, in a format that only the browser interprets.
       */
      config: ColumnType<unknown, string, string>;
      created_at: GeneratedTime;
      updated_at: GeneratedTime;
    };
    sys_list_view_default: {
      /** '' for everybody. */
      user_id: string;
      form_key: string;
      /** The list, as in `sys_list_view`. */
      place: string;
      /** Id of a saved view, `doc:<name>` for a view that the document defines, or `none` for no view. */
      view_id: string;
    };
  }
}
