import type { FieldNode } from '../../grammar/nodes.ts';
import type { Vocabulary } from '../../kernel/index.ts';

/** Narrower than a third of the paper a label and its value do not fit. */
const NARROWEST = 8;
const WHOLE = 24;
export interface PrintCell {
  node: FieldNode;
  span: number;
}

/** Fields in lines of 24 columns with no hole at a line's end: the last one takes what is left. */
export function linesOf(nodes: readonly FieldNode[], vocabulary: Vocabulary): PrintCell[] {
  const wantsLine = (node: FieldNode): boolean => vocabulary.definition(node.tag)?.isWide?.(node as never) === true;
  const cells: PrintCell[] = [];
  let used = 0;
  const fill = (): void => {
    const last = cells.at(-1);
    if (last && used > 0) last.span += WHOLE - used;
    used = 0;
  };
  for (const node of nodes) {
    const span = wantsLine(node) ? WHOLE : Math.max(NARROWEST, node.span ?? WHOLE);
    if (used + span > WHOLE) fill();
    cells.push({ node, span });
    used = (used + span) % WHOLE;
  }
  fill();
  return cells;
}
