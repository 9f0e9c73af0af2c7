import type { FlowDefinition, FlowNode } from '../definition.ts';
import type { Token } from './flowState.ts';

/** Returns the ids of the nodes that can reach the target over one of `lastEdges` without passing the target. */
function sourcesOf(flow: FlowDefinition, target: FlowNode, lastEdges: readonly string[]): Set<string> {
  const sources = new Set<string>();
  const queue = lastEdges.map((edge) => flow.edges[edge]?.source ?? '');
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (id === '' || id === target.id || sources.has(id)) continue;
    sources.add(id);
    for (const edge of flow.nodes[id]?.incoming ?? []) queue.push(flow.edges[edge]?.source ?? '');
    queue.push(flow.nodes[id]?.attached?.to ?? '');
  }
  return sources;
}

/**
 * Applies the rule of BPMN 2.0 (13.4.3): an inclusive join may continue once at least one token has arrived, unless a
 * token elsewhere can still reach an incoming edge on which no token has arrived. A token elsewhere does not count if
 * it can also reach an incoming edge on which a token has arrived. Pure.
 */
export function isInclusiveJoinReady(flow: FlowDefinition, join: FlowNode, tokens: readonly Token[]): boolean {
  const edgesWithToken = new Set(tokens.filter((token) => token.node === join.id).map((token) => token.edge));
  if (edgesWithToken.size === 0) return false;
  const emptyEdges = join.incoming.filter((edge) => !edgesWithToken.has(edge));
  const arrivedEdges = join.incoming.filter((edge) => edgesWithToken.has(edge));
  const nodesBeforeEmptyEdges = sourcesOf(flow, join, emptyEdges);
  const nodesBeforeArrivedEdges = sourcesOf(flow, join, arrivedEdges);
  return tokens.every(
    (token) =>
      token.node === join.id || !nodesBeforeEmptyEdges.has(token.node) || nodesBeforeArrivedEdges.has(token.node),
  );
}
