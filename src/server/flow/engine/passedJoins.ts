import type { FlowDefinition } from '../definition.ts';
import { forwardFrom, isBehind, leftAfter } from './reach.ts';

/**
 * Going back from behind a parallel join into one of its branches leaves the other branches done: their flows into the
 * join, as node and edge. Pure.
 */
export function branchesDone(flow: FlowDefinition, from: string, target: string): { node: string; edge: string }[] {
  const later = forwardFrom(flow, target);
  const left = leftAfter(flow, target);
  return Object.values(flow.nodes)
    .filter(
      (node) =>
        node.kind === 'parallel' && node.incoming.length > 1 && later.has(node.id) && isBehind(flow, node.id, from),
    )
    .flatMap((node) =>
      node.incoming
        .filter((edge) => !left.has(flow.edges[edge]?.source ?? ''))
        .map((edge) => ({ node: node.id, edge })),
    );
}
