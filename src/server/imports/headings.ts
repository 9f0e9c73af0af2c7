import type { CompiledColumn } from '../../kernel/index.ts';
import type { Cell, Sheet } from './messages.ts';
import { brief } from './texts.ts';

/** The heading may stand below a title; further down there are rows. */
export const SEARCHED_ROWS = 10;
/** A longer text names no column. */
const LONGEST_NAME = 200;
/** Of a name that no column has, this much is told. */
const TOLD = 40;
/** Above what was wrong with rows that were not taken, in the file in which they are mended. */
export const ERROR_HEADING = '错误说明';
/** Of exported tables; they mean nothing. */
const IGNORED = new Set(['序号', '操作', ERROR_HEADING]);

/** Name of a spreadsheet column by its position: 0 is A, 26 is AA. */
export function columnName(position: number): string {
  const rest = Math.floor(position / 26) - 1;
  return (rest >= 0 ? columnName(rest) : '') + String.fromCharCode(65 + (position % 26));
}

export const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell.trim();
  if (typeof cell === 'boolean') return cell ? '是' : '否';
  if ('number' in cell) return cell.text ?? String(cell.number);
  return 'at' in cell ? cell.at.replace(/ 00:00:00$/, '') : cell.error;
};

/** Without the marks people put around a name: the star of a required column, spaces, a unit in brackets. */
const plain = (text: string): string => text.replace(/[*＊\s]/g, '').toLowerCase();
const withoutUnit = (text: string): string => text.replace(/[（(][^（()）]*[)）]$/, '');

export interface Headings {
  sheet: Sheet;
  /** Index of the heading in the sheet's rows. */
  row: number;
  /** By position in the sheet: the column of the table; undefined where the sheet has none of ours. */
  columns: readonly (CompiledColumn | undefined)[];
  /** Headings that no column has. */
  unknown: readonly string[];
}

function match(row: readonly Cell[], columns: readonly CompiledColumn[]): Pick<Headings, 'columns' | 'unknown'> {
  const open = new Set(columns);
  const take = (isIt: (column: CompiledColumn) => boolean): CompiledColumn | undefined => {
    const found = [...open].find(isIt);
    if (found) open.delete(found);
    return found;
  };
  const unknown: string[] = [];
  const matched = row.map((cell) => {
    const text = cellText(cell);
    if (text.length > LONGEST_NAME) {
      unknown.push(brief(text, TOLD));
      return undefined;
    }
    const name = plain(text);
    if (name === '') return undefined;
    const bare = withoutUnit(name);
    const found =
      take(({ node, key }) => plain(node.label ?? key) === name) ??
      take(({ key }) => key.toLowerCase() === name) ??
      take(({ node, key }) => withoutUnit(plain(node.label ?? key)) === bare);
    if (!found && !IGNORED.has(name)) unknown.push(brief(text, TOLD));
    return found;
  });
  return { columns: matched, unknown };
}

/** The same heading with its columns filled as a person chose, by the keys of fields; '' and what is not named fill none. */
export function chosenColumns(
  headings: Headings,
  columns: readonly CompiledColumn[],
  chosen: readonly string[],
): Headings {
  const heading = headings.sheet.rows[headings.row] ?? [];
  const taken = heading.map((_cell, at) => columns.find(({ key }) => key === chosen[at]));
  return {
    ...headings,
    columns: taken,
    unknown: heading.flatMap((cell, at) => {
      const text = cellText(cell);
      return taken[at] || text === '' || IGNORED.has(plain(text)) ? [] : [brief(text, TOLD)];
    }),
  };
}

const matches = ({ columns }: Pick<Headings, 'columns'>): number =>
  columns.filter((column) => column !== undefined).length;

/** The row that names most columns, in any order, by their labels or keys; null when none names any. */
export function findHeadings(sheet: Sheet, columns: readonly CompiledColumn[]): Headings | null {
  let best: Headings | null = null;
  sheet.rows.slice(0, SEARCHED_ROWS).forEach((row, index) => {
    const found = match(row, columns);
    if (matches(found) > (best ? matches(best) : 0)) best = { sheet, row: index, ...found };
  });
  return best;
}
