interface GridNode {
  span?: number;
  tag: string;
  isHideField?: string;
}

/** A part of a long grid: the nodes from index `from` to `to`, excluding `to`. */
export interface Chunk {
  from: number;
  to: number;
  /** Estimated number of grid rows in the chunk; 0 (not counted) when the whole list is one chunk. */
  rows: number;
}

/** Minimum number of nodes or fields of a long form. A shorter form is not divided into chunks. */
export const LONG_FORM_SIZE = 60;
/** Minimum number of nodes in a chunk, about one window of fields. The last chunk may have fewer. */
const MIN_CHUNK_SIZE = 16;
const COLUMNS = 24;

/** Counts rows of 24 columns in the way the grid fills them. */
function createRowCounter() {
  let freeColumns = 0;
  let rows = 0;
  return {
    rows: () => rows,
    /** Returns true if the next node, with this span, would begin a new row. */
    beginsRow: (span: number) => span > freeColumns,
    add(span: number): void {
      if (span > freeColumns) {
        rows += 1;
        freeColumns = COLUMNS;
      }
      freeColumns -= span;
    },
  };
}

/** Returns the span of a node in a narrower container, whose grid has two columns (runtime.css). */
const twoColumnSpan = (span: number): number => (span > COLUMNS / 2 ? COLUMNS : COLUMNS / 2);

/**
 * Divides a long list of nodes into chunks with independent layout and painting; a short list is one chunk. A chunk
 * begins with a node of full width, so that the rows are the same as in an undivided grid even when nodes are hidden.
 * If no such node follows within twice the minimum size, the chunk begins with a node that starts a row in both the
 * wide and the two-column layout. A hidden node in the previous row then leaves a gap at the end of that row.
 */
export function chunksOf(nodes: readonly GridNode[]): Chunk[] {
  if (nodes.length < LONG_FORM_SIZE) return [{ from: 0, to: nodes.length, rows: 0 }];
  const chunks: Chunk[] = [];
  let from = 0;
  let [wideRows, narrowRows] = [createRowCounter(), createRowCounter()];
  nodes.forEach(({ span = COLUMNS, isHideField }, index) => {
    if (isHideField === '1') return;
    const size = index - from;
    if (
      size >= MIN_CHUNK_SIZE &&
      (span >= COLUMNS ||
        (size >= 2 * MIN_CHUNK_SIZE && wideRows.beginsRow(span) && narrowRows.beginsRow(twoColumnSpan(span))))
    ) {
      chunks.push({ from, to: index, rows: wideRows.rows() });
      from = index;
      [wideRows, narrowRows] = [createRowCounter(), createRowCounter()];
    }
    wideRows.add(span);
    narrowRows.add(twoColumnSpan(span));
  });
  return [...chunks, { from, to: nodes.length, rows: wideRows.rows() }];
}

/** Consecutive chunks that are observed together, to reduce the number of observed elements of a very long grid. */
export interface ChunkGroup {
  chunks: readonly Chunk[];
  rows: number;
}

/** Number of chunks in a group. The chunks of a group are mounted together. */
const GROUP_SIZE = 4;

/** Divides chunks into groups of `GROUP_SIZE`. */
export function groupsOf(chunks: readonly Chunk[]): ChunkGroup[] {
  return Array.from({ length: Math.ceil(chunks.length / GROUP_SIZE) }, (_none, groupIndex) => {
    const groupChunks = chunks.slice(groupIndex * GROUP_SIZE, (groupIndex + 1) * GROUP_SIZE);
    return { chunks: groupChunks, rows: groupChunks.reduce((sum, { rows }) => sum + rows, 0) };
  });
}
