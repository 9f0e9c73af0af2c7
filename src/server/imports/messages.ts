/**
 * The value of one cell: text, number, boolean, date with time (`at`: `YYYY-MM-DD HH:mm:ss`), or an error of the sheet;
 * null if empty.
 */
export type Cell = string | boolean | null | NumberCell | { at: string } | { error: string };
/** `text`: the formatted number as the sheet shows it, if it differs from the plain digits. */
export interface NumberCell {
  number: number;
  text?: string;
}

export interface Sheet {
  name: string;
  /** Number of the first row in the sheet, beginning with 1. */
  from: number;
  rows: Cell[][];
}

/** Why a file cannot be read, as a Chinese text for people. */
export interface Unreadable {
  reason: string;
}

export type BookAnswer = { sheets: Sheet[] } | Unreadable;

export interface BookLimits {
  /** Unpacked bytes of all parts of an .xlsx file together. */
  unpacked: number;
  /** Rows of one sheet that are read. */
  rows: number;
  columns: number;
  /** Non-empty cells of all sheets together. */
  cells: number;
  /** Characters of all these cells together; a shared text counts for every cell. */
  characters: number;
}
