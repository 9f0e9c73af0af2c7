interface Placed {
  span?: number;
  tag: string;
  isHideField?: string;
}

/** Nodes `from` up to, not including, `to`. */
export interface Chunk {
  from: number;
  to: number;
  rows: number;
}

/** Below this number a form is cheap as it is. */
export const LONG = 60;
/** About a window full of fields. */
const SIZE = 16;
const COLUMNS = 24;

/** Fills rows of 24 as the grid does. */
function rowCounter() {
  let left = 0;
  let rows = 0;
  return {
    rows: () => rows,
    /** Would the next node of this width begin a row? */
    begins: (span: number) => span > left,
    place(span: number): void {
      if (span > left) {
        rows += 1;
        left = COLUMNS;
      }
      left -= span;
    },
  };
}

/** Width in a narrower place, where two stand side by side (runtime.css). */
const halved = (span: number): number => (span > COLUMNS / 2 ? COLUMNS : COLUMNS / 2);

/**
 * Cuts a long list of nodes into parts that can be laid out and painted each for itself; one part when it is short.
 * A part begins with a node that takes a whole row, so that the rows are the same as in one grid whatever is hidden.
 * Where none comes for long, with one that begins a row in three columns and in two: what a rule hides before it
 * then leaves its place at the end of the row free.
 */
export function chunksOf(nodes: readonly Placed[]): Chunk[] {
  if (nodes.length < LONG) return [{ from: 0, to: nodes.length, rows: 0 }];
  const chunks: Chunk[] = [];
  let from = 0;
  let [wide, narrow] = [rowCounter(), rowCounter()];
  nodes.forEach(({ span = COLUMNS, isHideField }, index) => {
    if (isHideField === '1') return;
    const size = index - from;
    if (size >= SIZE && (span >= COLUMNS || (size >= 2 * SIZE && wide.begins(span) && narrow.begins(halved(span))))) {
      chunks.push({ from, to: index, rows: wide.rows() });
      from = index;
      [wide, narrow] = [rowCounter(), rowCounter()];
    }
    wide.place(span);
    narrow.place(halved(span));
  });
  return [...chunks, { from, to: nodes.length, rows: wide.rows() }];
}

/** Parts that stand together in one part of a higher order, so that a very long grid is a few parts to the browser. */
export interface ChunkGroup {
  chunks: readonly Chunk[];
  rows: number;
}

/** Parts in a group: what is added to a form in one step. */
const GROUP = 4;

export function groupsOf(chunks: readonly Chunk[]): ChunkGroup[] {
  return Array.from({ length: Math.ceil(chunks.length / GROUP) }, (_none, i) => {
    const own = chunks.slice(i * GROUP, (i + 1) * GROUP);
    return { chunks: own, rows: own.reduce((sum, { rows }) => sum + rows, 0) };
  });
}
