import type { Path } from '../../domain/problem/index.ts';
import type { Placed } from '../source.ts';
import { isObject, placeList, type Raw } from './reading.ts';

/** Keys under which designers keep the elements of a container, the most common ones first. */
const LISTS = ['widgetList', 'list', 'cols', 'columns', 'column', 'tabs', 'tableColumns', 'rows', 'trs'] as const;

/** Keys of the cells of a line of a layout table. */
const CELLS = ['cols', 'columns', 'tds', 'cells'] as const;

const cellsOf = (line: unknown): readonly [string | null, readonly unknown[]] | null => {
  if (Array.isArray(line)) return [null, line];
  if (!isObject(line)) return null;
  const key = CELLS.find((name) => Array.isArray(line[name]));
  return key === undefined ? null : [key, line[key] as unknown[]];
};

/** Whether a cell is merged into its neighbour and empty; a cell with elements is always kept. */
const isMerged = (cell: unknown): boolean =>
  isObject(cell) &&
  cell.merged === true &&
  LISTS.every((key) => !Array.isArray(cell[key]) || (cell[key] as unknown[]).length === 0);

/** Whether the value is a list of lines, each a list of cells. */
const isMatrix = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(Array.isArray);

export const hasLists = (raw: Raw): boolean =>
  isMatrix(raw.children) ||
  LISTS.some(
    (key) =>
      Array.isArray(raw[key]) && (raw[key] as unknown[]).every((item) => typeof item === 'object' && item !== null),
  );

/**
 * All elements of a container in order; the lines of a table are replaced by their cells. Undefined if it has no such
 * list.
 */
export function childrenOfContainer(raw: Raw, path: Path): Placed[] | undefined {
  if (!hasLists(raw)) return undefined;
  return [...LISTS, ...(isMatrix(raw.children) ? ['children'] : [])].flatMap((key): Placed[] =>
    placeList(raw[key], [...path, key]).flatMap((item) => {
      const cells = cellsOf(item.value);
      const isLine = cells !== null && (key === 'rows' || key === 'trs' || key === 'children');
      return isLine
        ? placeList(cells[1], cells[0] === null ? item.path : [...item.path, cells[0]]).filter(
            (cell) => !isMerged(cell.value),
          )
        : [item];
    }),
  );
}

/**
 * The number of columns of a layout table: that of its longest line, where a cell counts as many columns as it spans.
 */
export function widthOfRows(raw: Raw): number {
  const lines = [raw.rows, raw.trs, isMatrix(raw.children) ? raw.children : null].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const spanOf = (cell: unknown): number => {
    if (!isObject(cell)) return 1;
    const settings = isObject(cell.options) ? cell.options : cell;
    return isMerged(cell) ? 0 : Math.max(1, Number(settings.colspan) || 1);
  };
  return Math.max(
    0,
    ...lines.map((line) => cellsOf(line)?.[1].reduce((sum: number, cell) => sum + spanOf(cell), 0) ?? 0),
  );
}
