import type { FlowDefinition, FlowNode } from '../definition.ts';
import type { Token } from './flowState.ts';

/** Nodes from which the target can be reached by these last edges, without passing the target itself. */
function sourcesOf(flow: FlowDefinition, target: FlowNode, lastEdges: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const queue = lastEdges.map((edge) => flow.edges[edge]?.source ?? '');
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (id === '' || id === target.id || seen.has(id)) continue;
    seen.add(id);
    for (const edge of flow.nodes[id]?.incoming ?? []) queue.push(flow.edges[edge]?.source ?? '');
    queue.push(flow.nodes[id]?.attached?.to ?? '');
  }
  return seen;
}

/**
 * The rule of BPMN 2.0 (13.4.3): an inclusive join goes on once something has arrived and every token elsewhere that
 * could still reach one of its empty edges could also reach an edge that is already taken. Pure.
 */
export function inclusiveJoinIsReady(flow: FlowDefinition, join: FlowNode, tokens: readonly Token[]): boolean {
  const arrived = new Set(tokens.filter((token) => token.node === join.id).map((token) => token.edge));
  if (arrived.size === 0) return false;
  const empty = join.incoming.filter((edge) => !arrived.has(edge));
  const taken = join.incoming.filter((edge) => arrived.has(edge));
  const toEmpty = sourcesOf(flow, join, empty);
  const toTaken = sourcesOf(flow, join, taken);
  return tokens.every((token) => token.node === join.id || !toEmpty.has(token.node) || toTaken.has(token.node));
}
