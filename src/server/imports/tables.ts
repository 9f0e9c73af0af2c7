import type { Generated } from 'kysely';
import type { Cell } from './messages.ts';

/** The problem of one cell. `cell`: its reference in the sheet, for example C5. */
export interface BadCell {
  cell: string;
  label: string;
  message: string;
}

/** A row that was not imported. `row`: its number in the sheet; `cells`: problems of single cells. */
export interface BadRow {
  row: number;
  message: string;
  cells?: BadCell[];
}

/** The preview of a sheet before its rows are stored. */
export interface ImportPreview {
  /** Columns of the sheet: name (A, B …), heading, and key of the field that the column fills ('' for none). */
  columns: { at: string; heading: string; key: string }[];
  /** Fields that a column of the sheet may fill. */
  fields: { key: string; label: string; isRequired: boolean }[];
  /** The first rows as they would be stored, with display texts by field key. */
  sample: { row: number; texts: Record<string, string> }[];
}

export interface ImportTables {
  /** Imports of lists, running or ended. */
  frm_import: {
    id: string;
    form_key: string;
    user_id: string;
    file_name: string;
    state: 'running' | 'done' | 'failed';
    message: Generated<string>;
    /** The share of the sheet that was processed, 0 to 1, and the number of the last processed row in the sheet. */
    share: Generated<number>;
    last_row: Generated<number>;
    /** Numbers of stored rows (in a trial: of rows that would be stored) and of refused rows so far. */
    saved: Generated<number>;
    refused: Generated<number>;
    /** The first refused rows; `refused` also counts the further ones. */
    bad: Generated<BadRow[]>;
    /** Whether the import is a trial, which stores no records and only reports what would be stored. */
    is_trial: Generated<boolean>;
    preview: ImportPreview | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** Rows that were not imported, with their cells, for download and correction. */
  frm_import_row: { import_id: string; row: number; cells: Cell[]; message: string };
}

declare module '../store/database.ts' {
  interface Database extends ImportTables {}
}
