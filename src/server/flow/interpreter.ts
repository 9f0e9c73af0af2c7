import { nodeOf, type FlowDefinition, type FlowEdge, type FlowNode } from './definition.ts';
import { inclusiveJoinIsReady } from './inclusiveJoin.ts';
import type { FlowState, Token } from './state.ts';

export type FlowEvent =
  | { type: 'start' }
  /** The task of this token is done: it goes on along the flow. */
  | { type: 'complete'; token: number }
  /** All work in progress is taken back and goes on at one node: a return. */
  | { type: 'move'; node: string }
  /** Nothing goes on: a rejection. */
  | { type: 'stop' };

export interface FlowEnvironment {
  /** Truth of an edge's condition. May throw FlowFault when it cannot be evaluated. */
  evaluate(edge: FlowEdge): boolean;
}

export interface FlowStep {
  state: FlowState;
  /** Tokens for which a task opens now. */
  opened: readonly Token[];
  /** Tokens whose task ends without being completed (move, stop, terminate). */
  withdrawn: readonly Token[];
  isFinished: boolean;
}

/** The flow cannot go on from an element; `detail` is a Chinese sentence for the administrator. */
export class FlowFault extends Error {
  override name = 'FlowFault';
  readonly element: string;
  constructor(element: string, detail: string) {
    super(detail);
    this.element = element;
  }
}

/** More moves than this without reaching a task means gateways in a circle. */
const MAX_MOVES = 2000;

/** Edges a token leaves by. */
function chosenEdges(flow: FlowDefinition, node: FlowNode, environment: FlowEnvironment): FlowEdge[] {
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

/** Tokens a gateway may merge now: one for each branch; null while it must wait. */
function joined(flow: FlowDefinition, node: FlowNode, tokens: readonly Token[]): Token[] | null {
  const here = tokens.filter((token) => token.node === node.id);
  const byEdge = new Map(here.map((token) => [token.edge, token]));
  if (node.kind === 'parallel') return node.incoming.every((edge) => byEdge.has(edge)) ? [...byEdge.values()] : null;
  return inclusiveJoinIsReady(flow, node, tokens) ? [...byEdge.values()] : null;
}

/**
 * One step of a process, a pure function: the state before, what happened, how conditions are evaluated → the state after.
 * Throws FlowFault when no path is open or branches wait for ever; then nothing has happened.
 */
export function advance(flow: FlowDefinition, before: FlowState, event: FlowEvent, environment: FlowEnvironment): FlowStep {
  let tokens: Token[] = [...before.tokens];
  let nextToken = before.nextToken;
  const opened: Token[] = [];
  const moving: Token[] = [];
  const put = (node: string, edge: string | null): void => {
    const token = { id: nextToken++, node, edge };
    tokens.push(token);
    moving.push(token);
  };
  const drop = (gone: readonly Token[]): void => {
    tokens = tokens.filter((token) => !gone.includes(token));
  };
  const leave = (node: FlowNode): void => {
    for (const edge of chosenEdges(flow, node, environment)) put(edge.target, edge.id);
  };
  const isJoin = (node: FlowNode): boolean => (node.kind === 'parallel' || node.kind === 'inclusive') && node.incoming.length > 1;

  const arrive = (token: Token): void => {
    const node = nodeOf(flow, token.node);
    if (node.kind === 'userTask') {
      opened.push(token);
    } else if (node.kind === 'end') {
      drop([token]);
    } else if (node.kind === 'terminate') {
      tokens = [];
      moving.length = 0;
    } else if (node.kind === 'unsupported') {
      throw new FlowFault(node.id, `流程走到了暂不支持的元素“${node.name}”`);
    } else if (!isJoin(node)) {
      drop([token]);
      leave(node);
    }
  };
  const joinSomewhere = (): boolean => {
    for (const id of new Set(tokens.map((token) => token.node))) {
      const node = nodeOf(flow, id);
      const merged = isJoin(node) ? joined(flow, node, tokens) : null;
      if (!merged) continue;
      drop(merged);
      leave(node);
      return true;
    }
    return false;
  };

  if (event.type === 'start') put(flow.start, null);
  else if (event.type === 'stop') tokens = [];
  else if (event.type === 'move') {
    tokens = [];
    put(event.node, null);
  } else {
    const done = tokens.find((token) => token.id === event.token);
    if (!done) throw new Error(`flow "${flow.key}" has no token ${event.token}`);
    drop([done]);
    leave(nodeOf(flow, done.node));
  }
  for (let moves = 0; moving.length > 0 || joinSomewhere(); moves += 1) {
    if (moves > MAX_MOVES) throw new FlowFault(flow.start, '流程中的网关循环相连，没有经过任务节点');
    const token = moving.shift();
    if (token) arrive(token);
  }
  const open = tokens.filter((token) => nodeOf(flow, token.node).kind === 'userTask');
  if (tokens.length > 0 && open.length === 0) {
    const stuck = nodeOf(flow, tokens[0]?.node ?? '');
    throw new FlowFault(stuck.id, `汇聚节点“${stuck.name}”等待的分支不会到达`);
  }
  const isTaskOf = (token: Token): boolean => nodeOf(flow, token.node).kind === 'userTask';
  const completed = event.type === 'complete' ? event.token : 0;
  return {
    state: { tokens, nextToken },
    opened: opened.filter((token) => tokens.includes(token)),
    withdrawn: before.tokens.filter((token) => isTaskOf(token) && token.id !== completed && !tokens.some((kept) => kept.id === token.id)),
    isFinished: tokens.length === 0,
  };
}
