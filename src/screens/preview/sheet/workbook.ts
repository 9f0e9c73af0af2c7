import { read, SSF, utils, type CellObject, type WorkSheet } from '@e965/xlsx';
import { MAX_COLUMNS, MAX_ROWS } from './limits.ts';

/** One cell: `t` is its text; `n` marks a number, which is right-aligned. */
export interface SheetCell {
  t: string;
  n?: true;
}
/** A merged cell: indexes of its first row and column, and its numbers of rows and columns. */
export interface Merge {
  row: number;
  column: number;
  rows: number;
  columns: number;
}
export interface Sheet {
  name: string;
  /** Rows of cells; null for an empty cell. */
  rows: (SheetCell | null)[][];
  /** Widths of the columns in pixels. */
  widths: number[];
  merges: Merge[];
  /** True when the sheet exceeds the limits and is truncated. */
  isCut: boolean;
}

const MAX_SHEETS = 60;
/** Maximum length of a cell's text, in characters. */
const MAX_CELL_LENGTH = 2000;
/** Column widths in pixels. */
const WIDTH = { default: 88, min: 36, max: 420 };

/** Matches a date as the xlsx library writes it if the date format of the cell depends on the person's system. */
const AMERICAN_DATE = /^\d{1,2}\/\d{1,2}\/\d{2}$/;

/** Returns the Chinese format that replaces a system-dependent format; undefined for any other format. */
function chineseFormatOf({ z, w = '' }: CellObject): string | undefined {
  // the xlsx library returns no format for the first cell whose date format exists only in Chinese spreadsheets
  const format = z === undefined && AMERICAN_DATE.test(w) ? 'm/d/yy' : String(z);
  if (format === 'm/d/yy') return 'yyyy/m/d';
  if (format === 'm/d/yy h:mm') return 'yyyy/m/d h:mm';
  if (format.startsWith('[$-F800]')) return 'yyyy"年"m"月"d"日"';
  return format.startsWith('[$-F400]') ? 'h:mm:ss' : undefined;
}

/** Returns the text of a cell as a Chinese spreadsheet shows it. */
function textOf(cell: CellObject, is1904: boolean): string {
  const format = cell.t === 'n' ? chineseFormatOf(cell) : undefined;
  return format === undefined ? String(cell.w ?? cell.v) : (SSF.format(format, cell.v, { date1904: is1904 }) as string);
}

function toCell(cell: CellObject | undefined, is1904: boolean): SheetCell | null {
  if (!cell || cell.v === undefined || cell.v === null) return null;
  const text = textOf(cell, is1904).slice(0, MAX_CELL_LENGTH);
  return text === '' ? null : cell.t === 'n' ? { t: text, n: true } : { t: text };
}

function toSheet(name: string, sheet: WorkSheet, is1904: boolean): Sheet {
  const range = utils.decode_range(sheet['!ref'] ?? 'A1');
  const fullRange = utils.decode_range((sheet['!fullref'] as string | undefined) ?? sheet['!ref'] ?? 'A1');
  const columns = Math.min(range.e.c + 1, MAX_COLUMNS);
  const data = (sheet['!data'] ?? []) as (CellObject | undefined)[][];
  const rows = Array.from({ length: Math.min(range.e.r + 1, MAX_ROWS) }, (_none, row) => {
    const cells = data[row] ?? [];
    return Array.from({ length: Math.min(cells.length, columns) }, (_empty, column) => toCell(cells[column], is1904));
  });
  while (rows.length > 0 && rows.at(-1)?.every((cell) => cell === null)) rows.pop();
  const widths = Array.from({ length: columns }, (_none, column) => {
    const columnInfo = sheet['!cols']?.[column];
    return columnInfo?.hidden ? 0 : Math.min(Math.max(columnInfo?.wpx ?? WIDTH.default, WIDTH.min), WIDTH.max);
  });
  const merges = (sheet['!merges'] ?? [])
    .filter(({ s }) => s.r < rows.length && s.c < columns)
    .map(({ s, e }) => ({
      row: s.r,
      column: s.c,
      rows: Math.min(e.r, MAX_ROWS - 1) - s.r + 1,
      columns: Math.min(e.c, columns - 1) - s.c + 1,
    }));
  return { name, rows, widths, merges, isCut: fullRange.e.r + 1 > MAX_ROWS || fullRange.e.c + 1 > MAX_COLUMNS };
}

/**
 * Parses the visible sheets of a workbook (xlsx, xls) within the limits. Throws the error of the xlsx library for a
 * damaged file.
 */
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  const book = read(bytes, {
    type: 'array',
    dense: true,
    sheetRows: MAX_ROWS + 1,
    cellStyles: true,
    cellHTML: false,
    cellFormula: false,
    cellNF: true,
    bookVBA: false,
    sheets: Array.from({ length: MAX_SHEETS }, (_none, index) => index),
  });
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  return book.SheetNames.filter((_name, index) => !book.Workbook?.Sheets?.[index]?.Hidden).flatMap((name) => {
    const sheet = book.Sheets[name];
    return sheet ? [toSheet(name, sheet, is1904)] : [];
  });
}
