import type { FlowDefinition, FlowEdge, FlowNode } from '../definition.ts';
import { FlowFault } from './flowFault.ts';
import { inclusiveJoinIsReady } from './inclusiveJoin.ts';
import { isInside, type RepeatCounts, type RunItem } from './repeat.ts';
import type { RepeatItem, Token } from './flowState.ts';

export interface FlowEnvironment {
  /** Truth of an edge's condition, inside of a repeated sub-process for one of its runs. May throw FlowFault when it cannot be evaluated. */
  evaluate(edge: FlowEdge, run: RunItem | null): boolean;
  /** What a repeated sub-process runs for now. May throw FlowFault where that is no list, no rows and no number. */
  items(node: FlowNode): readonly RepeatItem[];
  /** Have enough runs been done, so that the others need not be? Asked where the node has a condition for it. */
  isEnough(node: FlowNode, counts: RepeatCounts): boolean;
}

/** Edges a token leaves by. */
export function chosenEdges(
  flow: FlowDefinition,
  node: FlowNode,
  environment: Pick<FlowEnvironment, 'evaluate'>,
  run: RunItem | null = null,
): FlowEdge[] {
  const edges = node.outgoing.map((id) => flow.edges[id]).filter((edge): edge is FlowEdge => edge !== undefined);
  if (node.kind === 'parallel') return edges;
  // which of its events comes first is not known ahead: one stands for all where a way is only foreseen
  if (node.kind === 'race') return edges.slice(0, 1);
  const fallback = edges.find((edge) => edge.id === node.defaultEdge);
  const holds = (edge: FlowEdge): boolean =>
    edge !== fallback && (edge.condition === null || environment.evaluate(edge, run));
  const first = node.kind === 'exclusive' ? edges.find(holds) : undefined;
  const chosen = node.kind === 'exclusive' ? (first ? [first] : []) : edges.filter(holds);
  if (chosen.length > 0) return chosen;
  if (fallback) return [fallback];
  throw new FlowFault(node.id, `“${node.name}”之后没有满足条件的路径，也没有默认路径`);
}

export const isJoin = (node: FlowNode): boolean =>
  (node.kind === 'parallel' || node.kind === 'inclusive') && node.incoming.length > 1;

/**
 * Tokens a gateway may merge now, of one run of the sub-process it stands in: one for each branch; null while it must
 * wait. `resting` may still come, too.
 */
export function joined(
  flow: FlowDefinition,
  node: FlowNode,
  scope: number | undefined,
  tokens: readonly Token[],
  resting: readonly Token[],
): Token[] | null {
  const here = tokens.filter((token) => token.node === node.id && token.scope === scope);
  const byEdge = new Map(here.map((token) => [token.edge, token]));
  if (node.kind === 'parallel') return node.incoming.every((edge) => byEdge.has(edge)) ? [...byEdge.values()] : null;
  const all = [...tokens, ...resting.filter((token) => token.node !== node.id)];
  const within = scope === undefined ? all : all.filter((token) => isInside([...tokens, ...resting], token, scope));
  return inclusiveJoinIsReady(flow, node, within) ? [...byEdge.values()] : null;
}
