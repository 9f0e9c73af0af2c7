import {
  isHolding,
  nodeOf,
  type FlowDefinition,
  type FlowEdge,
  type FlowNode,
  FlowFault,
  type FlowEvent,
  advance,
  allTokens,
  runOf,
  type RunItem,
  chosenEdges,
  isJoin,
  type FlowEnvironment,
  EMPTY_STATE,
  type FlowState,
  type Token,
} from '../../flow/index.ts';

/** A choice that was made: which conditions were looked at, and how they came out. */
export interface Judged {
  edge: string;
  name: string;
  condition: string;
  holds: boolean;
}

export interface Way {
  /** Where it stands at rest: what begins at a node is told before the node is completed. Answers whether it goes on from there. */
  visit(node: FlowNode, judged: readonly Judged[], run: RunItem | null): Promise<boolean>;
}

export interface Walked {
  nodes: readonly string[];
  edges: readonly string[];
  /** Why it stopped before its end; '' when it did not. */
  fault: string;
  isFinished: boolean;
}

/** How often a node is begun before the way counts as a circle. */
const ROUNDS = 3;

/** Walks a process from its start as if everybody consented: with the interpreter that runs the real ones. Stores nothing. */
export async function walkFlow(flow: FlowDefinition, environment: FlowEnvironment, way: Way): Promise<Walked> {
  const nodes = new Set<string>();
  const edges = new Set<string>();
  let judged: Judged[] = [];
  const logged: FlowEnvironment = {
    ...environment,
    evaluate(edge: FlowEdge, run) {
      const holds = environment.evaluate(edge, run);
      judged.push({
        edge: edge.id,
        name: edge.name || nodeOf(flow, edge.target).name,
        condition: edge.condition ?? '',
        holds,
      });
      return holds;
    },
  };
  /** Marks what lies between two places of rest; joins are left once nothing waits there any more. */
  const trace = (from: FlowNode, state: FlowState, run: RunItem | null): void => {
    const queue: FlowNode[] = [from];
    const waits = (node: FlowNode): boolean => state.tokens.some((token) => token.node === node.id);
    const seen = new Set<string>();
    for (let node = queue.shift(); node; node = queue.shift()) {
      nodes.add(node.id);
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      if (node !== from && (isHolding(node) || (isJoin(node) && waits(node)))) continue;
      if (node.kind === 'scope' && node.inner !== null && waits(node)) {
        queue.push(nodeOf(flow, node.inner));
        continue;
      }
      const parent = node.parent === null ? null : nodeOf(flow, node.parent);
      if (node.outgoing.length === 0) {
        if (parent && !waits(parent)) {
          nodes.add(parent.id);
          leaveBy(parent);
        }
        continue;
      }
      leaveBy(node);
    }
    function leaveBy(node: FlowNode): void {
      for (const edge of chosenEdges(flow, node, logged, run)) {
        edges.add(edge.id);
        queue.push(nodeOf(flow, edge.target));
      }
    }
  };
  const rounds = new Map<string, number>();
  let state: FlowState = EMPTY_STATE;
  let fault = '';
  const open: Token[] = [];
  const go = (event: FlowEvent, from: FlowNode, run: RunItem | null): void => {
    judged = [];
    const step = advance(flow, state, event, environment);
    state = step.state;
    trace(from, state, run);
    const gone = new Set(step.withdrawn.map(({ id }) => id));
    open.splice(
      0,
      open.length,
      ...open.filter(({ id }) => !gone.has(id)),
      ...step.opened.filter((token) => isHolding(nodeOf(flow, token.node))),
    );
  };
  try {
    go({ type: 'start' }, nodeOf(flow, flow.start), null);
    for (let token = open.shift(); token; token = open.shift()) {
      const node = nodeOf(flow, token.node);
      const run = runOf(allTokens(state), token);
      const place = `${node.id} ${run?.token ?? ''}`;
      const count = (rounds.get(place) ?? 0) + 1;
      rounds.set(place, count);
      if (count > ROUNDS) {
        fault = `流程在“${node.name}”处循环`;
        break;
      }
      const seen = judged;
      judged = [];
      if (await way.visit(node, seen, run)) go({ type: 'complete', token: token.id }, node, run);
    }
  } catch (error) {
    if (!(error instanceof FlowFault)) throw error;
    fault = error.message;
  }
  return { nodes: [...nodes], edges: [...edges], fault, isFinished: fault === '' && state.tokens.length === 0 };
}
