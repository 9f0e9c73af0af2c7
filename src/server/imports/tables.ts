import type { Generated } from 'kysely';

/** A row that was not taken, as people count it in the sheet. */
export interface BadRow {
  row: number;
  message: string;
}

export interface ImportTables {
  /** An import of a list under way or ended. */
  frm_import: {
    id: string;
    form_key: string;
    user_id: string;
    file_name: string;
    state: 'running' | 'done' | 'failed';
    message: Generated<string>;
    share: Generated<number>;
    last_row: Generated<number>;
    saved: Generated<number>;
    refused: Generated<number>;
    bad: Generated<BadRow[]>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
}

declare module '../store/database.ts' {
  interface Database extends ImportTables {}
}
