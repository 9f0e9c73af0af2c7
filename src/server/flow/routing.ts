import type { FlowDefinition, FlowEdge, FlowNode } from './definition.ts';
import { FlowFault } from './fault.ts';
import { inclusiveJoinIsReady } from './inclusiveJoin.ts';
import type { Token } from './state.ts';

export interface FlowEnvironment {
  /** Truth of an edge's condition. May throw FlowFault when it cannot be evaluated. */
  evaluate(edge: FlowEdge): boolean;
}

/** Edges a token leaves by. */
export function chosenEdges(flow: FlowDefinition, node: FlowNode, environment: FlowEnvironment): FlowEdge[] {
  const edges = node.outgoing.map((id) => flow.edges[id]).filter((edge): edge is FlowEdge => edge !== undefined);
  if (node.kind === 'parallel') return edges;
  const fallback = edges.find((edge) => edge.id === node.defaultEdge);
  const holds = (edge: FlowEdge): boolean => edge !== fallback && (edge.condition === null || environment.evaluate(edge));
  const first = node.kind === 'exclusive' ? edges.find(holds) : undefined;
  const chosen = node.kind === 'exclusive' ? (first ? [first] : []) : edges.filter(holds);
  if (chosen.length > 0) return chosen;
  if (fallback) return [fallback];
  throw new FlowFault(node.id, `“${node.name}”之后没有满足条件的路径，也没有默认路径`);
}

export const isJoin = (node: FlowNode): boolean => (node.kind === 'parallel' || node.kind === 'inclusive') && node.incoming.length > 1;

/** Tokens a gateway may merge now: one for each branch; null while it must wait. `resting` may still come, too. */
export function joined(flow: FlowDefinition, node: FlowNode, tokens: readonly Token[], resting: readonly Token[]): Token[] | null {
  const here = tokens.filter((token) => token.node === node.id);
  const byEdge = new Map(here.map((token) => [token.edge, token]));
  if (node.kind === 'parallel') return node.incoming.every((edge) => byEdge.has(edge)) ? [...byEdge.values()] : null;
  return inclusiveJoinIsReady(flow, node, [...tokens, ...resting.filter((token) => token.node !== node.id)]) ? [...byEdge.values()] : null;
}
