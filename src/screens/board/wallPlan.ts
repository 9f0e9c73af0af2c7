/** A block of a board. `naturalHeight`: its height in pixels before it is resized. */
export interface WallBlock {
  naturalHeight: number;
  /**
   * `fixed`: figures and filters, never resized; `drawn`: charts and maps, resized freely; `read`: tables and rankings.
   */
  kind: 'fixed' | 'drawn' | 'read';
}

/** Blocks that are side by side. */
export type WallRow = readonly WallBlock[];

/** One page of a wall: indexes of its rows, and their heights in pixels. */
export interface WallPage {
  rows: number[];
  heights: number[];
}

/** Minimum height of a chart in pixels; a lower chart is unreadable from a distance. */
const MIN_CHART_HEIGHT = 220;
/** Minimum height of a chart as a share of its natural height. */
const MIN_CHART_SHARE = 0.5;
/** Upper limit in pixels of a table's minimum height; a longer table scrolls within its panel. */
const MAX_TABLE_MINIMUM = 400;

/** Returns the minimum height of a block in pixels. */
function minHeightOf({ naturalHeight, kind }: WallBlock): number {
  if (kind === 'fixed') return naturalHeight;
  if (kind === 'drawn') return Math.min(naturalHeight, Math.max(MIN_CHART_HEIGHT, naturalHeight * MIN_CHART_SHARE));
  return Math.min(naturalHeight, MAX_TABLE_MINIMUM);
}

const minHeightOfRow = (row: WallRow): number => Math.max(0, ...row.map(minHeightOf));
const naturalHeightOfRow = (row: WallRow): number => Math.max(0, ...row.map(({ naturalHeight }) => naturalHeight));
const isFixed = (row: WallRow): boolean => row.every(({ kind }) => kind === 'fixed');
const hasDrawnBlock = (row: WallRow): boolean => row.some(({ kind }) => kind === 'drawn');
const sumOf = (heights: readonly number[]): number => heights.reduce((sum, height) => sum + height, 0);

/** Distributes rows in order over pages of at most `maxHeight` pixels. A row that is higher gets a page of its own. */
function packRows(
  rowIndexes: readonly number[],
  minHeights: readonly number[],
  gap: number,
  maxHeight: number,
): number[][] {
  const pages: number[][] = [];
  let usedHeight = Number.POSITIVE_INFINITY;
  for (const rowIndex of rowIndexes) {
    const height = minHeights[rowIndex] ?? 0;
    const page = pages.at(-1);
    if (page && usedHeight + gap + height <= maxHeight) {
      page.push(rowIndex);
      usedHeight += gap + height;
    } else {
      pages.push([rowIndex]);
      usedHeight = height;
    }
  }
  return pages;
}

/** Distributes rows over the minimum number of pages so that the pages are about equally full (binary search). */
function balanceRows(
  rowIndexes: readonly number[],
  minHeights: readonly number[],
  gap: number,
  maxHeight: number,
): number[][] {
  const fewestPages = packRows(rowIndexes, minHeights, gap, maxHeight);
  let low = 0;
  let high = maxHeight;
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (packRows(rowIndexes, minHeights, gap, middle).length > fewestPages.length) low = middle;
    else high = middle;
  }
  return packRows(rowIndexes, minHeights, gap, high);
}

/**
 * Distributes the height of a page among its rows. Each row gets its minimum height, then tables and charts grow to
 * their natural height. The remaining height is divided among the charts; on a page without charts, among the tables.
 */
function heightsOf(rows: readonly WallRow[], gap: number, pageHeight: number): number[] {
  const heights = rows.map(minHeightOfRow);
  let remaining = pageHeight - gap * (rows.length - 1) - sumOf(heights);
  /**
   * Lets rows grow to a desired height; if there is not enough space, each gets the same share of its desired growth.
   */
  const growTo = (desiredHeight: (row: WallRow) => number): void => {
    const desiredGrowths = rows.map((row, index) => Math.max(0, desiredHeight(row) - (heights[index] ?? 0)));
    const totalGrowth = sumOf(desiredGrowths);
    const share = totalGrowth > 0 ? Math.min(1, Math.max(0, remaining) / totalGrowth) : 0;
    desiredGrowths.forEach((desiredGrowth, index) => {
      heights[index] = (heights[index] ?? 0) + share * desiredGrowth;
    });
    remaining -= share * totalGrowth;
  };
  growTo((row) => naturalHeightOfRow(row.filter(({ kind }) => kind === 'read')));
  growTo(naturalHeightOfRow);
  const canGrow = rows.some(hasDrawnBlock) ? hasDrawnBlock : (row: WallRow): boolean => !isFixed(row);
  const growingCount = rows.filter(canGrow).length;
  rows.forEach((row, index) => {
    if (remaining > 0 && canGrow(row)) heights[index] = (heights[index] ?? 0) + remaining / growingCount;
  });
  // if the rows are too high, the highest resizable row is reduced, provided that it is higher than the excess; its
  // table then scrolls within its panel
  const excess = -remaining;
  const resizableHeights = rows.map((row, index) => (isFixed(row) ? 0 : (heights[index] ?? 0)));
  const highest = resizableHeights.indexOf(Math.max(...resizableHeights));
  if (excess > 0 && (resizableHeights[highest] ?? 0) > excess) heights[highest] = (heights[highest] ?? 0) - excess;
  return heights.map(Math.floor);
}

/**
 * Distributes the rows of a board over pages of height `pageHeight`, with `gap` between rows (both in pixels), so that
 * no page scrolls if the minimum heights of its rows permit. Leading rows of figures and filters are repeated on each
 * page.
 */
export function planWall(rows: readonly WallRow[], pageHeight: number, gap: number): WallPage[] {
  const firstResizable = rows.findIndex((row) => !isFixed(row));
  const allIndexes = rows.map((_row, index) => index);
  const leadingIndexes = allIndexes.slice(0, Math.max(0, firstResizable));
  const minHeights = rows.map(minHeightOfRow);
  const leadingHeight = sumOf(leadingIndexes.map((row) => (minHeights[row] ?? 0) + gap));
  const otherIndexes = allIndexes.slice(leadingIndexes.length);
  return balanceRows(otherIndexes, minHeights, gap, Math.max(0, pageHeight - leadingHeight)).map((page) => {
    const indexesOnPage = [...leadingIndexes, ...page];
    const rowsOnPage = indexesOnPage.flatMap((row) => (rows[row] ? [rows[row]] : []));
    return { rows: indexesOnPage, heights: heightsOf(rowsOnPage, gap, pageHeight) };
  });
}
