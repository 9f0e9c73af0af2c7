/** A table file to be read for a sub-table (CL-084, CL-090). */
export interface ImportCall {
  file: File;
  formKey: string;
  /** Of the definition the form was filled with. */ version?: number;
  table: string;
}

/** The rows to append, by column key, and what could not be read: `bad` are single cells, `index` counts in `rows`. */
export interface ImportedRows {
  rows: Record<string, unknown>[];
  bad: { row: number; cell: string; index: number; key: string; label: string; message: string }[];
  badCount: number;
  notes: string[];
  /** Columns whose texts the page must look up among its options. */
  leftToPage: string[];
}
