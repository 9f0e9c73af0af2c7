import type { FlowDefinition } from '../definition.ts';
import { forwardFrom, isAfter, forwardAndEnclosing } from './forwardGraph.ts';

/**
 * For a return from node `from`, after a parallel join, to node `target` in one branch of this join: the other branches
 * of the join, which stay completed. `node`: id of the join; `edge`: id of the last edge of the branch. Pure.
 */
export function completedBranches(
  flow: FlowDefinition,
  from: string,
  target: string,
): { node: string; edge: string }[] {
  const later = forwardFrom(flow, target);
  const reachable = forwardAndEnclosing(flow, target);
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
