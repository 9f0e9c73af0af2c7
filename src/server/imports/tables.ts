import type { Generated } from 'kysely';
import type { Cell } from './messages.ts';

/** What is wrong with one cell of a sheet, called as the sheet calls it: C5. */
export interface BadCell {
  cell: string;
  label: string;
  message: string;
}

/** A row that was not taken, as people count it in the sheet. `cells`: what is wrong where, as far as cells are known. */
export interface BadRow {
  row: number;
  message: string;
  cells?: BadCell[];
}

/** What a person sees of a sheet before its rows are stored. */
export interface ImportPreview {
  /** Columns of the sheet with the field that each fills; '' for none. */
  columns: { at: string; heading: string; key: string }[];
  /** Fields that a column may fill. */
  fields: { key: string; label: string; isRequired: boolean }[];
  /** The first rows as they would be stored, in words by the keys of fields. */
  sample: { row: number; texts: Record<string, string> }[];
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
    /** Nothing is stored: what would be is told. */
    is_trial: Generated<boolean>;
    preview: ImportPreview | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  /** Rows that were not taken, with their cells as the sheet has them, to be mended. */
  frm_import_row: { import_id: string; row: number; cells: Cell[]; message: string };
}

declare module '../store/database.ts' {
  interface Database extends ImportTables {}
}
