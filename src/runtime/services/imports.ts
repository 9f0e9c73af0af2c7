/** A table file to be read for a sub-table (CL-084, CL-090). */
export interface ImportCall {
  file: File;
  formKey: string;
  /** Version of the form definition with which the record is filled in. */
  version?: number;
  table: string;
}

/**
 * The rows to append, as values by column key. `bad`: the unreadable cells, with row number and reference (`cell`, e.g.
 * C5) in the sheet; `index`: index of the row in `rows`. `badCount` also counts bad cells that are not listed.
 */
export interface ImportedRows {
  rows: Record<string, unknown>[];
  bad: { row: number; cell: string; index: number; key: string; label: string; message: string }[];
  badCount: number;
  /** Texts about other content of the file that was left out. */
  notes: string[];
  /** Keys of the columns whose texts the server could not convert: the browser must find their options. */
  leftToPage: string[];
}
