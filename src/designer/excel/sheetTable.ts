import type { GuessedColumn } from './guessColumn.ts';

/** One cell of a workbook: a text, a number, a day (`YYYY-MM-DD`) or a moment (`YYYY-MM-DD HH:mm:ss`); null: empty. */
export type Cell = string | number | { date: string } | null;

/** A sheet as a table: its heading and the rows below it. */
export interface SheetTable {
  name: string;
  /** Column titles; repeated and empty ones are numbered. */
  titles: string[];
  rows: Cell[][];
  /** Row of the sheet, from 1, where the heading stands. */
  headingRow: number;
  /** What the fields are, where the source says it itself: lines of labels, a form of a text document. Then there are no rows. */
  fields?: readonly GuessedColumn[];
}

/** A heading is looked for in so many rows: above it stand a title and a date of printing at the most. */
const MOST_ABOVE = 10;
const TOTALS = /^(合\s*计|总\s*计|小\s*计|制表人?|填表人?|审核人?)[:：]?/;

const isFilled = (cell: Cell | undefined): boolean => cell !== null && cell !== undefined && cell !== '';
export const textOfCell = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'object' ? cell.date : String(cell).trim();

const countFilled = (row: readonly Cell[]): number => row.filter(isFilled).length;

/**
 * Finds the heading: the first row in which most columns are filled with short, mostly different texts, and below which
 * something stands. Null for a sheet without one.
 */
function headingOf(grid: readonly Cell[][]): number | null {
  const widest = Math.max(0, ...grid.slice(0, 200).map(countFilled));
  if (widest === 0) return null;
  for (let index = 0; index < Math.min(grid.length, MOST_ABOVE); index += 1) {
    const texts = (grid[index] ?? []).filter(isFilled).map(textOfCell);
    const isHeading =
      texts.length >= Math.max(1, Math.ceil(widest * 0.6)) &&
      new Set(texts).size >= texts.length * 0.6 &&
      texts.every((text) => text.length <= 40 && !/^[\d.,-]+$/.test(text));
    if (isHeading) return index;
  }
  return null;
}

/** Titles without line breaks and marks of required columns; an empty one gets its number, a repeated one a number behind it. */
function titlesOf(row: readonly Cell[], width: number): string[] {
  const seen = new Map<string, number>();
  return Array.from({ length: width }, (_value, index) => {
    const title =
      textOfCell(row[index] ?? null)
        .replace(/[\r\n]+/g, '')
        .replace(/^\*|\*$|（必填）|\(必填\)/g, '')
        .trim() || `列 ${index + 1}`;
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    return count === 1 ? title : `${title}${count}`;
  });
}

/** The table of a sheet: without what stands above the heading, empty rows and columns, and lines of totals. Null: no table. */
export function tableOf(name: string, grid: readonly Cell[][]): SheetTable | null {
  const heading = headingOf(grid);
  if (heading === null) return null;
  const below = grid.slice(heading + 1).filter((row) => countFilled(row) > 0);
  const rows = below.filter((row) => !TOTALS.test(textOfCell(row.find(isFilled) ?? null)));
  const width = Math.max((grid[heading] as Cell[]).length, ...rows.slice(0, 500).map((row) => row.length));
  const used = Array.from({ length: width }, (_value, column) => column).filter(
    (column) => isFilled((grid[heading] as Cell[])[column]) || rows.some((row) => isFilled(row[column])),
  );
  const titles = titlesOf(grid[heading] as Cell[], width);
  return {
    name: name.trim(),
    headingRow: heading + 1,
    titles: used.map((column) => titles[column] as string),
    rows: rows.map((row) => used.map((column) => row[column] ?? null)),
  };
}
