import type { FlowDefinition } from '../definition.ts';
import type { Token } from './flowState.ts';
import { forwardFrom, leadsTo, forwardFromAndEnclosing } from './forwardGraph.ts';

/**
 * Returns the branches for which parallel joins must not wait again after a return from node `from` to the earlier
 * node `target`. Only joins after `target` count, because the process can reach them again. If `from` is after the
 * join, these are all branches that do not come from `target`. Otherwise, for example if `from` is after a
 * non-interrupting boundary event, they are only the branches by which none of the `remaining` tokens can still
 * arrive. `node`: id of the join; `edge`: id of the last edge of the branch. Pure.
 */
export function completedBranches(
  flow: FlowDefinition,
  from: string,
  target: string,
  remaining: readonly Pick<Token, 'node' | 'edge'>[],
): { node: string; edge: string }[] {
  const afterTarget = forwardFrom(flow, target);
  const afterOrAroundTarget = forwardFromAndEnclosing(flow, target);
  const sourceOf = (edge: string): string => flow.edges[edge]?.source ?? '';
  // the tokens inside a sub-process represent the token of the sub-process
  const movingTokens = remaining.filter(({ node }) => flow.nodes[node]?.kind !== 'scope');
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
