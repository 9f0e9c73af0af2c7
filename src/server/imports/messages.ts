/**
 * The value of one cell: text, number, boolean, date with time (`at`: `YYYY-MM-DD HH:mm:ss`), or an error of the
 * sheet. Null if the cell is empty.
 */
export type Cell = string | boolean | null | NumberCell | { at: string } | { error: string };
/** `text`: the formatted number as the sheet displays it, if it differs from the plain digits. */
export interface NumberCell {
  number: number;
  text?: string;
}

/** A sheet of a workbook with its cells. */
export interface Sheet {
  name: string;
  /** Row number of `rows[0]` in the sheet, beginning with 1. */
  firstRowNumber: number;
  rows: Cell[][];
}

/** The reason why a file cannot be read, as a Chinese text for users. */
export interface UnreadableReason {
  reason: string;
}

export type BookAnswer = { sheets: Sheet[] } | UnreadableReason;

/** Maximum numbers for reading a workbook. */
export interface BookLimits {
  /** Size in bytes of all parts of an .xlsx file together, after unpacking. */
  unpacked: number;
  /** Maximum number of rows that are read from one sheet. */
  rows: number;
  columns: number;
  /** Non-empty cells of all sheets together. */
  cells: number;
  /** Characters of all these cells together. A shared text is counted for every cell. */
  characters: number;
}
