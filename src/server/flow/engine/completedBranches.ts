import type { FlowDefinition } from '../definition.ts';
import { forwardFrom, isAfter, forwardAndEnclosing } from './forwardGraph.ts';

/**
 * Called for a return from node `from` to the earlier node `target`. Returns the branches that stay completed: those
 * branches of the parallel joins between `target` and `from` that do not come from `target`. `node`: id of the join;
 * `edge`: id of the last edge of the branch. Pure.
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
