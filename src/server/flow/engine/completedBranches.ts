import type { FlowDefinition } from '../definition.ts';
import { forwardFrom, isAfter, forwardOrAround } from './forwardGraph.ts';

/**
 * The branches that stay completed when a token returns from a node after a parallel join into another branch of that
 * join. Each is given by the node id of the join and the id of the branch's last edge. Pure.
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
