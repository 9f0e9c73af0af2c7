import type { FlowDefinition } from '../definition.ts';
import { forwardFrom, isAfter, forwardOrAround } from './forwardGraph.ts';

/**
 * When a token returns from after a parallel join into one of its branches, the other branches stay completed. Result:
 * their last edges, as the join's node id and the edge id. Pure.
 */
export function completedBranches(
  flow: FlowDefinition,
  from: string,
  target: string,
): { node: string; edge: string }[] {
  const later = forwardFrom(flow, target);
  const reachable = forwardOrAround(flow, target);
  return Object.values(flow.nodes)
    .filter(
      (node) =>
        node.kind === 'parallel' && node.incoming.length > 1 && later.has(node.id) && isAfter(flow, node.id, from),
    )
    .flatMap((node) =>
      node.incoming
        .filter((edge) => !reachable.has(flow.edges[edge]?.source ?? ''))
        .map((edge) => ({ node: node.id, edge })),
    );
}
