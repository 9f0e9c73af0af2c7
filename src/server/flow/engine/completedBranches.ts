import type { FlowDefinition } from '../definition.ts';
import { forwardFrom, leadsTo, forwardFromAndEnclosing } from './forwardGraph.ts';

/**
 * Called for a return from node `from` to the earlier node `target`. Returns the branches that stay completed: of the
 * parallel joins between `target` and `from`, those branches that do not come from `target`. `node`: id of the join;
 * `edge`: id of the last edge of the branch. Pure.
 */
export function completedBranches(
  flow: FlowDefinition,
  from: string,
  target: string,
): { node: string; edge: string }[] {
  const afterTarget = forwardFrom(flow, target);
  const afterOrAroundTarget = forwardFromAndEnclosing(flow, target);
  return Object.values(flow.nodes)
    .filter(
      (node) =>
        node.kind === 'parallel' &&
        node.incoming.length > 1 &&
        afterTarget.has(node.id) &&
        leadsTo(flow, node.id, from),
    )
    .flatMap((node) =>
      node.incoming
        .filter((edge) => !afterOrAroundTarget.has(flow.edges[edge]?.source ?? ''))
        .map((edge) => ({ node: node.id, edge })),
    );
}
