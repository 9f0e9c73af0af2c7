import type { CompiledColumn } from '../../kernel/index.ts';
import type { Cell, Sheet } from './messages.ts';
import { shortenText } from './texts.ts';

/** Number of rows at the start of a sheet that are searched for the heading row, which may be below a title. */
export const SEARCHED_ROWS = 10;
/** Maximum length of a text that is compared with column names. */
const MAX_NAME_LENGTH = 200;
/** Maximum number of displayed characters of a heading that matches no column. */
const MAX_SHOWN_NAME_LENGTH = 40;
/** Heading of the column with problems, in the file of rows that were not imported. */
export const ERROR_HEADING = '错误说明';
/** Headings of exported tables that belong to no field. */
const IGNORED_HEADINGS = new Set(['序号', '操作', ERROR_HEADING]);

/** Returns the name of a spreadsheet column by its position: 0 is A, 26 is AA. */
export function columnName(position: number): string {
  const higherLetters = Math.floor(position / 26) - 1;
  return (higherLetters >= 0 ? columnName(higherLetters) : '') + String.fromCharCode(65 + (position % 26));
}

/** Returns the text of a cell, without surrounding blanks; '' for an empty cell. */
export const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell.trim();
  if (typeof cell === 'boolean') return cell ? '是' : '否';
  if ('number' in cell) return cell.text ?? String(cell.number);
  return 'at' in cell ? cell.at.replace(/ 00:00:00$/, '') : cell.error;
};

/** Normalizes a heading for comparison: removes the star of a required column and spaces, converts to lower case. */
const normalizeName = (text: string): string => text.replace(/[*＊\s]/g, '').toLowerCase();
/** Removes a text in brackets at the end of a heading, usually the unit of measure: `金额（元）`. */
const withoutUnit = (text: string): string => text.replace(/[（(][^（()）]*[)）]$/, '');

/** The heading row of a sheet, and the columns of the table that its cells match. */
export interface Headings {
  sheet: Sheet;
  /** Index of the heading in the sheet's rows. */
  rowIndex: number;
  /** By position in the sheet: the matching column of the table; undefined if none matches. */
  columns: readonly (CompiledColumn | undefined)[];
  /** Headings that match no column. */
  unmatchedHeadings: readonly string[];
}

/** Matches the cells of a row with the names of columns. Each column matches at most one cell. */
function matchRow(
  row: readonly Cell[],
  columns: readonly CompiledColumn[],
): Pick<Headings, 'columns' | 'unmatchedHeadings'> {
  const unmatchedColumns = new Set(columns);
  const takeColumn = (isMatch: (column: CompiledColumn) => boolean): CompiledColumn | undefined => {
    const column = [...unmatchedColumns].find(isMatch);
    if (column) unmatchedColumns.delete(column);
    return column;
  };
  const unmatchedHeadings: string[] = [];
  const columnsByPosition = row.map((cell) => {
    const text = cellText(cell);
    if (text.length > MAX_NAME_LENGTH) {
      unmatchedHeadings.push(shortenText(text, MAX_SHOWN_NAME_LENGTH));
      return undefined;
    }
    const name = normalizeName(text);
    if (name === '') return undefined;
    const nameWithoutUnit = withoutUnit(name);
    const column =
      takeColumn(({ node, key }) => normalizeName(node.label ?? key) === name) ??
      takeColumn(({ key }) => key.toLowerCase() === name) ??
      takeColumn(({ node, key }) => withoutUnit(normalizeName(node.label ?? key)) === nameWithoutUnit);
    if (!column && !IGNORED_HEADINGS.has(name)) unmatchedHeadings.push(shortenText(text, MAX_SHOWN_NAME_LENGTH));
    return column;
  });
  return { columns: columnsByPosition, unmatchedHeadings };
}

/**
 * Returns the headings with the columns that a person chose. `chosenKeys`: field keys by position in the sheet; '' and
 * an unknown key select no column.
 */
export function withChosenColumns(
  headings: Headings,
  columns: readonly CompiledColumn[],
  chosenKeys: readonly string[],
): Headings {
  const heading = headings.sheet.rows[headings.rowIndex] ?? [];
  const columnsByPosition = heading.map((_cell, position) => columns.find(({ key }) => key === chosenKeys[position]));
  return {
    ...headings,
    columns: columnsByPosition,
    unmatchedHeadings: heading.flatMap((cell, position) => {
      const text = cellText(cell);
      return columnsByPosition[position] || text === '' || IGNORED_HEADINGS.has(normalizeName(text))
        ? []
        : [shortenText(text, MAX_SHOWN_NAME_LENGTH)];
    }),
  };
}

const countMatches = ({ columns }: Pick<Headings, 'columns'>): number =>
  columns.filter((column) => column !== undefined).length;

/**
 * Returns the heading row of a sheet with its columns: among the first SEARCHED_ROWS rows, the row whose cells match
 * most columns by label (with or without the unit of measure) or key. Null if no row matches a column.
 */
export function findHeadings(sheet: Sheet, columns: readonly CompiledColumn[]): Headings | null {
  let best: Headings | null = null;
  sheet.rows.slice(0, SEARCHED_ROWS).forEach((row, index) => {
    const match = matchRow(row, columns);
    if (countMatches(match) > (best ? countMatches(best) : 0)) best = { sheet, rowIndex: index, ...match };
  });
  return best;
}
