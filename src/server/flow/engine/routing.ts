import type { FlowDefinition, FlowEdge, FlowNode } from '../definition.ts';
import { FlowFault } from './flowFault.ts';
import { isInclusiveJoinReady } from './inclusiveJoin.ts';
import { isInside, type RepeatCounts, type RunItem } from './repeat.ts';
import type { RepeatItem, Token } from './flowState.ts';

/**
 * Functions that the caller passes to the engine because their results depend on the record: they evaluate conditions
 * and list the items of repeated sub-processes.
 */
export interface FlowEnvironment {
  /**
   * Returns whether an edge's condition is true. `run`: the run of the repeated sub-process around the token; null
   * outside of such a sub-process. May throw FlowFault.
   */
  evaluate(edge: FlowEdge, run: RunItem | null): boolean;
  /** Returns the current items of a repeated sub-process. May throw FlowFault (`repeatItems`). */
  items(node: FlowNode): readonly RepeatItem[];
  /** Returns whether the remaining runs can be skipped. Called only for a node with `Repeat.until`. */
  canSkipRemaining(node: FlowNode, counts: RepeatCounts): boolean;
}

/**
 * Returns the edges by which a token leaves a node. Throws FlowFault when no condition is true and there is no
 * default edge.
 */
export function chosenEdges(
  flow: FlowDefinition,
  node: FlowNode,
  environment: Pick<FlowEnvironment, 'evaluate'>,
  run: RunItem | null = null,
): FlowEdge[] {
  const edges = node.outgoing.map((id) => flow.edges[id]).filter((edge): edge is FlowEdge => edge !== undefined);
  if (node.kind === 'parallel') return edges;
  // called for this kind only to predict the path: nobody knows which event will be first, so take the first edge
  if (node.kind === 'race') return edges.slice(0, 1);
  const fallback = edges.find((edge) => edge.id === node.defaultEdge);
  const isTaken = (edge: FlowEdge): boolean =>
    edge !== fallback && (edge.condition === null || environment.evaluate(edge, run));
  const takenEdges =
    node.kind === 'exclusive' ? [edges.find(isTaken)].filter((edge) => edge !== undefined) : edges.filter(isTaken);
  if (takenEdges.length > 0) return takenEdges;
  if (fallback) return [fallback];
  throw new FlowFault(node.id, `“${node.name}”之后没有满足条件的路径，也没有默认路径`);
}

/** Returns whether a node is a gateway at which several branches join. */
export const isJoin = (node: FlowNode): boolean =>
  (node.kind === 'parallel' || node.kind === 'inclusive') && node.incoming.length > 1;

/**
 * Returns the tokens that a join may merge now, one for each branch; null while the join must wait. `scope`: id of
 * the token of the sub-process (or of its run) around the join; undefined at the top level. Only tokens inside
 * `scope` count. `pausedTokens`: tokens that a straight return has paused; they resume at their nodes and may then
 * reach the join.
 */
export function tokensToMerge(
  flow: FlowDefinition,
  node: FlowNode,
  scope: number | undefined,
  tokens: readonly Token[],
  pausedTokens: readonly Token[],
): Token[] | null {
  const waitingTokens = tokens.filter((token) => token.node === node.id && token.scope === scope);
  const byEdge = new Map(waitingTokens.map((token) => [token.edge, token]));
  if (node.kind === 'parallel') return node.incoming.every((edge) => byEdge.has(edge)) ? [...byEdge.values()] : null;
  // a paused token at this join must not count as arrived, because only active tokens are merged
  const relevantTokens = [...tokens, ...pausedTokens.filter((token) => token.node !== node.id)];
  const tokensInScope =
    scope === undefined
      ? relevantTokens
      : relevantTokens.filter((token) => isInside([...tokens, ...pausedTokens], token, scope));
  return isInclusiveJoinReady(flow, node, tokensInScope) ? [...byEdge.values()] : null;
}
