import type { FieldNode } from '../../grammar/nodes.ts';
import type { Vocabulary } from '../../kernel/index.ts';

/** Minimum width of a field in grid columns: label and value need a third of the paper. */
const MIN_SPAN = 8;
const GRID_COLUMNS = 24;
/** A printed field; `span`: its width in grid columns. */
export interface PrintCell {
  node: FieldNode;
  span: number;
}

/** Arranges fields in lines of 24 grid columns; the last field of a line takes the remaining columns. */
export function arrangeFields(nodes: readonly FieldNode[], vocabulary: Vocabulary): PrintCell[] {
  const needsWholeLine = (node: FieldNode): boolean =>
    vocabulary.definition(node.tag)?.isWide?.(node as never) === true;
  const cells: PrintCell[] = [];
  let usedColumns = 0;
  const fillLine = (): void => {
    const last = cells.at(-1);
    if (last && usedColumns > 0) last.span += GRID_COLUMNS - usedColumns;
    usedColumns = 0;
  };
  for (const node of nodes) {
    const span = needsWholeLine(node) ? GRID_COLUMNS : Math.max(MIN_SPAN, node.span ?? GRID_COLUMNS);
    if (usedColumns + span > GRID_COLUMNS) fillLine();
    cells.push({ node, span });
    usedColumns = (usedColumns + span) % GRID_COLUMNS;
  }
  fillLine();
  return cells;
}
