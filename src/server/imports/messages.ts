/** One cell as the sheet has it: text, number, yes or no, a moment, or an error of the sheet. Nothing is null. */
export type Cell = string | boolean | null | NumberCell | { at: string } | { error: string };
/** `text` is how the sheet shows it, where that is more than the digits. */
export interface NumberCell {
  number: number;
  text?: string;
}

export interface Sheet {
  name: string;
  /** Number of the first row, as people count it. */
  from: number;
  rows: Cell[][];
}

/** Why a file cannot be read; the text is for people. */
export interface Unreadable {
  reason: string;
}

export type BookAnswer = { sheets: Sheet[] } | Unreadable;

export interface BookLimits {
  /** Bytes of all parts of an .xlsx together, unpacked. */
  unpacked: number;
  /** Rows of one sheet that are read. */
  rows: number;
  columns: number;
  /** Cells with something in them, of all sheets together. */
  cells: number;
  /** Characters of all those cells together: one text of the file may stand in many of them. */
  characters: number;
}
