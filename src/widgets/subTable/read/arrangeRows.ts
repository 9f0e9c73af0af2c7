import type { CompiledColumn, Row, Scope } from '../../../kernel/index.ts';
import { cellText } from '../cellText.ts';
import { numberOf } from '../store/totals.ts';

/** How the user sorts, filters and searches the rows of a sub-table. */
export interface SortAndFilter {
  /** Column and direction of the sorting. */
  sort: { column: string; isDescending: boolean } | null;
  /** For each filtered column, by its key: the cell texts of the rows to be shown. */
  filterTexts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Words that each shown row must contain. */
  searchText: string;
}

export const NO_SORT_OR_FILTER: SortAndFilter = { sort: null, filterTexts: new Map(), searchText: '' };

/** Returns true if the rows are neither sorted nor filtered nor searched. */
export const isUnsortedAndUnfiltered = ({ sort, filterTexts, searchText }: SortAndFilter): boolean =>
  sort === null && filterTexts.size === 0 && searchText.trim() === '';

const collator = new Intl.Collator('zh-CN', { numeric: true, sensitivity: 'base' });

/** Returns the displayed text of a cell; '' if a rule hides the cell. */
export function visibleText(column: CompiledColumn, row: Row, scope: Scope): string {
  if (column.node.visibleWhen && !column.access({ ...scope, row: row.fieldsMap }).visible) return '';
  return cellText(column, row.fieldsMap, undefined);
}

/** Compares numbers by value, and other cells by their text in Chinese order (by pronunciation). */
function compare(
  { valueType, key }: CompiledColumn,
  a: { row: Row; text: string },
  b: { row: Row; text: string },
): number {
  if (valueType === 'double') {
    const [x, y] = [a, b].map(({ row }) => numberOf(row.fieldsMap[key]));
    if (x !== null && y !== null) return x - y;
  }
  return collator.compare(a.text, b.text);
}

/**
 * Returns the rows that contain every search word and whose cell texts are selected in each filtered column, in the
 * requested order. Equal rows keep their order; rows that are empty in the sorted column always come last.
 */
export function arrangeRows(
  rows: readonly Row[],
  columns: readonly CompiledColumn[],
  scope: Scope,
  { sort, filterTexts, searchText }: SortAndFilter,
): readonly Row[] {
  const words = searchText.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const filteredColumns = columns.filter((column) => filterTexts.has(column.key));
  const matchingRows =
    words.length + filteredColumns.length === 0
      ? rows
      : rows.filter((row) => {
          if (!filteredColumns.every((column) => filterTexts.get(column.key)?.has(visibleText(column, row, scope))))
            return false;
          if (words.length === 0) return true;
          const rowText = columns
            .map((column) => visibleText(column, row, scope))
            .join('\t')
            .toLowerCase();
          return words.every((word) => rowText.includes(word));
        });
  const sortColumn = columns.find((column) => column.key === sort?.column);
  if (!sortColumn || sort === null) return matchingRows;
  const rowsWithText = matchingRows.map((row) => ({ row, text: visibleText(sortColumn, row, scope) }));
  const [filledRows, emptyRows] = [
    rowsWithText.filter(({ text }) => text !== ''),
    rowsWithText.filter(({ text }) => text === ''),
  ];
  filledRows.sort((a, b) => (sort.isDescending ? compare(sortColumn, b, a) : compare(sortColumn, a, b)));
  return [...filledRows, ...emptyRows].map(({ row }) => row);
}

/** Returns the different cell texts of a column in Chinese order, with the number of rows of each. */
export function textsOf(rows: readonly Row[], column: CompiledColumn, scope: Scope): { text: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = visibleText(column, row, scope);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => collator.compare(a.text, b.text));
}
