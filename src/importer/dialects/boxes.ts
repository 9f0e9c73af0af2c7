import type { Path } from '../../domain/problem/index.ts';
import type { Placed } from '../source.ts';
import { isObject, placeList, type Raw } from './reading.ts';

/** Keys under which designers keep what stands inside, the plain ones first. */
const LISTS = ['widgetList', 'list', 'cols', 'columns', 'column', 'tabs', 'tableColumns', 'rows', 'trs'] as const;

/** Cells of one line of a table that lays out. */
const CELLS = ['cols', 'columns', 'tds', 'cells'] as const;

const cellsOf = (line: unknown): readonly [string | null, readonly unknown[]] | null => {
  if (Array.isArray(line)) return [null, line];
  if (!isObject(line)) return null;
  const key = CELLS.find((name) => Array.isArray(line[name]));
  return key === undefined ? null : [key, line[key] as unknown[]];
};

/** Swallowed by the cell beside it, and empty: what stands in it is never lost. */
const isMerged = (cell: unknown): boolean =>
  isObject(cell) &&
  cell.merged === true &&
  LISTS.every((key) => !Array.isArray(cell[key]) || (cell[key] as unknown[]).length === 0);

/** Lines of cells as lists in a list. */
const isMatrix = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(Array.isArray);

export const hasLists = (raw: Raw): boolean =>
  isMatrix(raw.children) ||
  LISTS.some(
    (key) =>
      Array.isArray(raw[key]) && (raw[key] as unknown[]).every((item) => typeof item === 'object' && item !== null),
  );

/** Everything inside, in order; the lines of a table give way to their cells. Undefined: there is nothing to hold anything. */
export function childrenOfBox(raw: Raw, path: Path): Placed[] | undefined {
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

/** How many columns a table that lays out has: those of its longest line, a wide cell counting as often as it is wide. */
export function widthOfRows(raw: Raw): number {
  const lines = [raw.rows, raw.trs, isMatrix(raw.children) ? raw.children : null].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const spanOf = (cell: unknown): number => {
    if (!isObject(cell)) return 1;
    const box = isObject(cell.options) ? cell.options : cell;
    return isMerged(cell) ? 0 : Math.max(1, Number(box.colspan) || 1);
  };
  return Math.max(
    0,
    ...lines.map((line) => cellsOf(line)?.[1].reduce((sum: number, cell) => sum + spanOf(cell), 0) ?? 0),
  );
}
