import type { Path } from '../../domain/problem/index.ts';
import type { LocatedValue } from '../source.ts';
import { isObject, withPaths, type RawNode } from './dialect.ts';

/**
 * Keys under which other designers keep the elements of a container. If a container has several of these lists,
 * `childrenOfContainer` joins them in this order.
 */
const ELEMENT_LIST_KEYS = [
  'widgetList',
  'list',
  'cols',
  'columns',
  'column',
  'tabs',
  'tableColumns',
  'rows',
  'trs',
] as const;

/** Keys under which a row of a layout table keeps its cells. */
const CELL_LIST_KEYS = ['cols', 'columns', 'tds', 'cells'] as const;

/**
 * Returns the key under which a row keeps its cells, and the cells. The key is null if the row itself is the list of
 * cells. Returns null if the row has no cells.
 */
const cellsOf = (row: unknown): readonly [string | null, readonly unknown[]] | null => {
  if (Array.isArray(row)) return [null, row];
  if (!isObject(row)) return null;
  const key = CELL_LIST_KEYS.find((name) => Array.isArray(row[name]));
  return key === undefined ? null : [key, row[key] as unknown[]];
};

/** Returns true if a cell is merged into its neighbour and has no elements. A cell with elements is always kept. */
const isEmptyMergedCell = (cell: unknown): boolean =>
  isObject(cell) &&
  cell.merged === true &&
  ELEMENT_LIST_KEYS.every((key) => !Array.isArray(cell[key]) || (cell[key] as unknown[]).length === 0);

/** Returns true if the value is a list of rows, each a list of cells. */
const isMatrix = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(Array.isArray);

/**
 * Returns true if the node has a list of elements under one of `ELEMENT_LIST_KEYS`, or a table of cells under
 * `children`.
 */
export const hasElementLists = (raw: RawNode): boolean =>
  isMatrix(raw.children) ||
  ELEMENT_LIST_KEYS.some(
    (key) =>
      Array.isArray(raw[key]) && (raw[key] as unknown[]).every((item) => typeof item === 'object' && item !== null),
  );

/**
 * Returns all elements of a container, list by list. The rows of a table are replaced by their cells, without merged
 * empty cells. Undefined if the node has no list of elements.
 */
export function childrenOfContainer(raw: RawNode, path: Path): LocatedValue[] | undefined {
  if (!hasElementLists(raw)) return undefined;
  return [...ELEMENT_LIST_KEYS, ...(isMatrix(raw.children) ? ['children'] : [])].flatMap((key): LocatedValue[] =>
    withPaths(raw[key], [...path, key]).flatMap((item) => {
      const cells = cellsOf(item.value);
      const isTableRow = cells !== null && (key === 'rows' || key === 'trs' || key === 'children');
      return isTableRow
        ? withPaths(cells[1], cells[0] === null ? item.path : [...item.path, cells[0]]).filter(
            (cell) => !isEmptyMergedCell(cell.value),
          )
        : [item];
    }),
  );
}

/** Returns the number of columns of a layout table: the largest sum of column spans in a row. */
export function layoutTableColumnCount(raw: RawNode): number {
  const rows = [raw.rows, raw.trs, isMatrix(raw.children) ? raw.children : null].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const spanOf = (cell: unknown): number => {
    if (!isObject(cell)) return 1;
    const settings = isObject(cell.options) ? cell.options : cell;
    return isEmptyMergedCell(cell) ? 0 : Math.max(1, Number(settings.colspan) || 1);
  };
  const columnCountOf = (row: unknown): number =>
    cellsOf(row)?.[1].reduce((sum: number, cell) => sum + spanOf(cell), 0) ?? 0;
  // `Math.max(...widths)` would overflow the stack for a hundred thousand rows
  return rows.reduce((width: number, row) => Math.max(width, columnCountOf(row)), 0);
}
