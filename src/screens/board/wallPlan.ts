/** A block of a board, as high as it stands by itself. Pixels. */
export interface WallBlock {
  natural: number;
  /** `fixed`: figures and filters, never resized; `drawn`: charts and maps, resized freely; `read`: tables and rankings. */
  kind: 'fixed' | 'drawn' | 'read';
}

/** Blocks beside each other. */
export type WallRow = readonly WallBlock[];

/** What a wall shows at a time: which rows, and how high each is. */
export interface WallPage {
  rows: number[];
  heights: number[];
}

/** A chart below this height cannot be read across a room. */
const LEAST_DRAWN = 220;
/** Of its own height, what a drawn row keeps at least: a map needs more room than bars. */
const LEAST_SHARE = 0.5;
/** A longer table is scrolled within its own panel. */
const MOST_READ = 400;

const leastOf = ({ natural, kind }: WallBlock): number =>
  kind === 'fixed'
    ? natural
    : kind === 'drawn'
      ? Math.min(natural, Math.max(LEAST_DRAWN, natural * LEAST_SHARE))
      : Math.min(natural, MOST_READ);

const leastOfRow = (row: WallRow): number => Math.max(0, ...row.map(leastOf));
const naturalOfRow = (row: WallRow): number => Math.max(0, ...row.map(({ natural }) => natural));
const isFixed = (row: WallRow): boolean => row.every(({ kind }) => kind === 'fixed');
const isDrawn = (row: WallRow): boolean => row.some(({ kind }) => kind === 'drawn');
const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);

/** Rows in order, each page as full as `most` allows. A row that is higher stands alone. */
function packed(rows: readonly number[], least: readonly number[], gap: number, most: number): number[][] {
  const pages: number[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const need = least[row] ?? 0;
    const page = pages.at(-1);
    if (page && used + gap + need <= most) {
      page.push(row);
      used += gap + need;
    } else {
      pages.push([row]);
      used = need;
    }
  }
  return pages;
}

/** The lowest fill that needs no more pages: they become about equally full. */
function balanced(rows: readonly number[], least: readonly number[], gap: number, most: number): number[][] {
  const fewest = packed(rows, least, gap, most);
  let low = 0;
  let high = most;
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (packed(rows, least, gap, middle).length > fewest.length) low = middle;
    else high = middle;
  }
  return packed(rows, least, gap, high);
}

/**
 * Distributes the height of a page among its rows. Each row gets its minimum height; then tables and charts grow up to their
 * natural height; the remaining height is divided among the charts, or among the tables of a page without charts.
 */
function heightsOf(rows: readonly WallRow[], gap: number, room: number): number[] {
  const heights = rows.map(leastOfRow);
  let rest = room - gap * (rows.length - 1) - sumOf(heights);
  /** Lets rows grow to what they wish, each by the same share of it where there is not enough. */
  const give = (wishOf: (row: WallRow) => number): void => {
    const wishes = rows.map((row, index) => Math.max(0, wishOf(row) - (heights[index] ?? 0)));
    const wish = sumOf(wishes);
    const share = wish > 0 ? Math.min(1, Math.max(0, rest) / wish) : 0;
    wishes.forEach((own, index) => {
      heights[index] = (heights[index] ?? 0) + share * own;
    });
    rest -= share * wish;
  };
  give((row) => naturalOfRow(row.filter(({ kind }) => kind === 'read')));
  give(naturalOfRow);
  const grows = rows.some(isDrawn) ? isDrawn : (row: WallRow): boolean => !isFixed(row);
  const growing = rows.filter(grows).length;
  rows.forEach((row, index) => {
    if (rest > 0 && grows(row)) heights[index] = (heights[index] ?? 0) + rest / growing;
  });
  // one long table alone may need more than there is: it is scrolled within its panel
  const over = -rest;
  const high = rows.map((row, index) => (isFixed(row) ? 0 : (heights[index] ?? 0)));
  const highest = high.indexOf(Math.max(...high));
  if (over > 0 && (high[highest] ?? 0) > over) heights[highest] = (heights[highest] ?? 0) - over;
  return heights.map(Math.floor);
}

/**
 * Distributes the rows of a board over pages of the height `room` (pixels, `gap` between rows) so that none is scrolled.
 * Leading rows of figures and filters are repeated on each page.
 */
export function planWall(rows: readonly WallRow[], room: number, gap: number): WallPage[] {
  const first = rows.findIndex((row) => !isFixed(row));
  const all = rows.map((_row, index) => index);
  const lead = all.slice(0, Math.max(0, first));
  const least = rows.map(leastOfRow);
  const taken = sumOf(lead.map((row) => (least[row] ?? 0) + gap));
  const others = all.slice(lead.length);
  return balanced(others, least, gap, Math.max(0, room - taken)).map((page) => {
    const shown = [...lead, ...page];
    const own = shown.flatMap((row) => (rows[row] ? [rows[row]] : []));
    return { rows: shown, heights: heightsOf(own, gap, room) };
  });
}
