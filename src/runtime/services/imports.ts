/** A table file to be read for a sub-table (CL-084, CL-090). */
export interface ImportCall {
  file: File;
  formKey: string;
  /** Version of the definition with which the form was filled in. */
  version?: number;
  table: string;
}

/**
 * The rows to append, by column key. `bad`: the cells that could not be read; their `index` is the row's index in
 * `rows`.
 */
export interface ImportedRows {
  rows: Record<string, unknown>[];
  bad: { row: number; cell: string; index: number; key: string; label: string; message: string }[];
  badCount: number;
  notes: string[];
  /** Keys of the columns whose texts the browser must match with the options. */
  leftToPage: string[];
}
