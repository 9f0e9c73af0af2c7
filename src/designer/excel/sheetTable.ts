import type { GuessedColumn } from './guessColumn.ts';

/** A cell of a workbook: text, number, date (`YYYY-MM-DD`, or `YYYY-MM-DD HH:mm:ss` with time); null: empty. */
export type Cell = string | number | { date: string } | null;

/** A sheet as a table: its heading and its rows. */
export interface SheetTable {
  name: string;
  /** Column titles; repeated and empty titles are numbered. */
  titles: string[];
  rows: Cell[][];
  /** The number of each row in the sheet, from 1. */
  rowNumbers: number[];
  /** The position of each column in the sheet, from 0. */
  columnIndexes?: number[];
  /** Number of rows of totals and signatures that were left out. */
  leftOutRowCount?: number;
  /** The row number of the heading, from 1. */
  headingRow: number;
  /** The fields, if the source has no records (lines of labels, a form in a text document). Then `rows` is empty. */
  fields?: readonly GuessedColumn[];
}

/** Returns the message about rows that were left out; '' if there are none. */
export const leftOutText = ({ leftOutRowCount = 0 }: SheetTable): string =>
  leftOutRowCount === 0 ? '' : `，略去 ${leftOutRowCount} 行（合计、签名）`;

/** Number of rows at the top in which the heading is searched; a title and a date may be above the heading. */
const MAX_HEADING_ROWS = 10;
/** Matches the first cell of a row of totals: the word for total, with a text in brackets or after a colon. */
const TOTAL = /^(合\s*计|总\s*计|小\s*计)\s*([(（][^()（）]*[)）]\s*)?([:：].*)?$/s;
/** Matches the first cell of a line of signatures below the table. */
const SIGNATURE = /^(制表人?|填表人?|审核人?)\s*([(（][^()（）]*[)）]\s*)?([:：].*)?$/s;
/** Maximum number of filled cells in a line of signatures without colons: role and name. */
const MAX_SIGNATURE_CELLS = 2;

const isFilled = (cell: Cell | undefined): boolean => cell !== null && cell !== undefined && cell !== '';
export const textOfCell = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'object' ? cell.date : String(cell).trim();

const countFilled = (row: readonly Cell[]): number => row.filter(isFilled).length;

/**
 * Returns the index of the heading: the first row in which most columns are filled, with short, mostly different texts
 * that are not numbers. Null if there is none.
 */
function headingOf(grid: readonly Cell[][]): number | null {
  const maxFilled = Math.max(0, ...grid.slice(0, 200).map(countFilled));
  if (maxFilled === 0) return null;
  for (let index = 0; index < Math.min(grid.length, MAX_HEADING_ROWS); index += 1) {
    const texts = (grid[index] ?? []).filter(isFilled).map(textOfCell);
    const isHeading =
      texts.length >= Math.max(1, Math.ceil(maxFilled * 0.6)) &&
      new Set(texts).size >= texts.length * 0.6 &&
      texts.every((text) => text.length <= 40 && !/^[\d.,-]+$/.test(text));
    if (isHeading) return index;
  }
  return null;
}

/** Numbers repeated table names, because names and keys of forms are made from them. */
export function withDistinctNames(tables: readonly SheetTable[]): SheetTable[] {
  const originalNames = new Set(tables.map(({ name }) => name));
  const usedNames = new Set<string>();
  return tables.map((table) => {
    let { name } = table;
    for (let count = 2; usedNames.has(name); count += 1) {
      const numberedName = `${table.name}${count}`;
      if (!originalNames.has(numberedName)) name = numberedName;
    }
    usedNames.add(name);
    return name === table.name ? table : { ...table, name };
  });
}

/**
 * Returns the column titles without line breaks and marks of required columns. An empty title becomes “列 n”; repeated
 * titles are numbered.
 */
function titlesOf(row: readonly Cell[], width: number): string[] {
  const titleCounts = new Map<string, number>();
  return Array.from({ length: width }, (_value, index) => {
    const title =
      textOfCell(row[index] ?? null)
        .replace(/[\r\n]+/g, '')
        .replace(/^\*|\*$|（必填）|\(必填\)/g, '')
        .trim() || `列 ${index + 1}`;
    const count = (titleCounts.get(title) ?? 0) + 1;
    titleCounts.set(title, count);
    return count === 1 ? title : `${title}${count}`;
  });
}

/**
 * Returns the rows without totals and without the signatures at the end of the table. A value such as 审核 in the first
 * column is not a signature if the row is filled like a record or if records follow.
 */
function withoutTotalsAndSignatures<T extends { row: readonly Cell[] }>(rows: readonly T[], titleCount: number): T[] {
  const firstTextOf = ({ row }: T): string => textOfCell(row.find(isFilled) ?? null);
  const isSignature = (item: T): boolean => {
    const firstText = firstTextOf(item);
    return (
      SIGNATURE.test(firstText) &&
      (/[:：]/.test(firstText) || countFilled(item.row) <= Math.min(MAX_SIGNATURE_CELLS, titleCount - 1))
    );
  };
  const records = rows.filter((item) => !TOTAL.test(firstTextOf(item)));
  const lastRecord = records.findLastIndex((item) => !isSignature(item));
  return records.slice(0, lastRecord + 1);
}

/**
 * Returns the table of a sheet, without the rows above the heading, empty rows and columns, totals, and signatures at
 * the end. Null if there is no heading.
 */
export function tableOf(name: string, grid: readonly Cell[][]): SheetTable | null {
  const headingIndex = headingOf(grid);
  if (headingIndex === null) return null;
  const numberedRows = grid
    .map((row, index) => ({ row, number: index + 1 }))
    .slice(headingIndex + 1)
    .filter(({ row }) => countFilled(row) > 0);
  const records = withoutTotalsAndSignatures(numberedRows, countFilled(grid[headingIndex] as Cell[]));
  const rows = records.map(({ row }) => row);
  const width = Math.max((grid[headingIndex] as Cell[]).length, ...rows.slice(0, 500).map((row) => row.length));
  const usedColumns = Array.from({ length: width }, (_value, column) => column).filter(
    (column) => isFilled((grid[headingIndex] as Cell[])[column]) || rows.some((row) => isFilled(row[column])),
  );
  const titles = titlesOf(grid[headingIndex] as Cell[], width);
  return {
    name: name.trim(),
    headingRow: headingIndex + 1,
    titles: usedColumns.map((column) => titles[column] as string),
    rows: rows.map((row) => usedColumns.map((column) => row[column] ?? null)),
    rowNumbers: records.map(({ number }) => number),
    columnIndexes: usedColumns,
    leftOutRowCount: numberedRows.length - records.length,
  };
}
