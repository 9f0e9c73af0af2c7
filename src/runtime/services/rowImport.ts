/** A table file to be read for a sub-table (CL-084, CL-090). */
export interface ImportCall {
  file: File;
  formKey: string;
  /** Version of the form definition with which the record is filled in. */
  version?: number;
  /** Key of the sub-table. */
  table: string;
}

/**
 * The answer of an import. `rows`: the rows to append, as values by column key. `bad`: the unreadable cells; `row` and
 * `cell` (e.g. C5) are positions in the sheet, `index` is the position of the row in `rows`. `badCount` also counts
 * unreadable cells that `bad` does not list.
 */
export interface ImportedRows {
  rows: Record<string, unknown>[];
  bad: { row: number; cell: string; index: number; key: string; label: string; message: string }[];
  badCount: number;
  /** Messages about other content of the file that was left out. */
  notes: string[];
  /** Keys of the columns whose texts the server could not convert to values: the browser must find the options. */
  leftToPage: string[];
}
