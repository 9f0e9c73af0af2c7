interface Placed { span?: number; tag: string }

/** Nodes `from` up to, not including, `to`. */
export interface Chunk { from: number; to: number; rows: number }

/** Below this number a form is cheap as it is. */
const LONG = 60;
/** About a window full of fields. */
const SIZE = 16;
const COLUMNS = 24;

/**
 * Cuts a long list of nodes into parts that can be laid out and painted each for itself; one part when it is short.
 * A part begins with a node that takes a whole row, so that the rows are the same as in one grid.
 */
export function chunksOf(nodes: readonly Placed[]): Chunk[] {
  if (nodes.length < LONG) return [{ from: 0, to: nodes.length, rows: 0 }];
  const chunks: Chunk[] = [];
  let chunk: Chunk = { from: 0, to: 0, rows: 0 };
  let left = 0;
  nodes.forEach(({ span = COLUMNS }, index) => {
    if (span >= COLUMNS && index - chunk.from >= SIZE) {
      chunks.push({ ...chunk, to: index });
      chunk = { from: index, to: index, rows: 0 };
    }
    if (span > left || index === chunk.from) {
      chunk.rows += 1;
      left = COLUMNS;
    }
    left -= span;
  });
  return [...chunks, { ...chunk, to: nodes.length }];
}

/** Parts that stand together in one part of a higher order, so that a very long grid is a few parts to the browser. */
export interface ChunkGroup { chunks: readonly Chunk[]; rows: number }

/** Parts in a group: what is added to a form in one step. */
const GROUP = 4;

export function groupsOf(chunks: readonly Chunk[]): ChunkGroup[] {
  return Array.from({ length: Math.ceil(chunks.length / GROUP) }, (_none, i) => {
    const own = chunks.slice(i * GROUP, (i + 1) * GROUP);
    return { chunks: own, rows: own.reduce((sum, { rows }) => sum + rows, 0) };
  });
}
