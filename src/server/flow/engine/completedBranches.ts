import type { FlowDefinition } from '../definition.ts';
import type { Token } from './flowState.ts';
import { forwardFrom, leadsTo, forwardFromAndEnclosing } from './forwardGraph.ts';

/**
 * Returns the branches for which parallel joins must not wait again after a return from node `from` to the earlier
 * node `target`. Joins that are not after `target` are left out, because the process does not reach them again. A
 * branch that comes from `target` is never returned, because the join must wait for it again. Of the other branches of
 * a join before `from`, all are returned. Of a join that is not before `from`, for example because `from` is after a
 * non-interrupting boundary event, only the branches are returned by which none of the `remainingTokens` can still
 * arrive. `node`: id of the join; `edge`: id of the last edge of the branch. Pure.
 */
export function completedBranches(
  flow: FlowDefinition,
  from: string,
  target: string,
  remainingTokens: readonly Pick<Token, 'node' | 'edge'>[],
): { node: string; edge: string }[] {
  const afterTarget = forwardFrom(flow, target);
  const afterOrAroundTarget = forwardFromAndEnclosing(flow, target);
  const sourceOf = (edge: string): string => flow.edges[edge]?.source ?? '';
  // the tokens inside a sub-process represent the token of the sub-process
  const movingTokens = remainingTokens.filter(({ node }) => flow.nodes[node]?.kind !== 'scope');
  const canStillArrive = (edge: string): boolean =>
    movingTokens.some((token) => token.edge === edge || forwardFromAndEnclosing(flow, token.node).has(sourceOf(edge)));
  return Object.values(flow.nodes)
    .filter((node) => node.kind === 'parallel' && node.incoming.length > 1 && afterTarget.has(node.id))
    .flatMap((node) =>
      node.incoming
        .filter(
          (edge) => !afterOrAroundTarget.has(sourceOf(edge)) && (leadsTo(flow, node.id, from) || !canStillArrive(edge)),
        )
        .map((edge) => ({ node: node.id, edge })),
    );
}
