import {
  tokenStaysAt,
  nodeOf,
  type FlowDefinition,
  type FlowEdge,
  type FlowNode,
  FlowFault,
  type FlowEvent,
  advance,
  allTokens,
  innermostRun,
  type RunItem,
  chosenEdges,
  isJoin,
  type FlowEnvironment,
  EMPTY_STATE,
  type FlowState,
  type Token,
} from '../../flow/index.ts';

/** A condition that was evaluated, and its result. */
export interface EvaluatedCondition {
  /** The id of the edge. */
  edge: string;
  /** The name of the edge or, if it has no name, of the edge's target node. */
  name: string;
  condition: string;
  holds: boolean;
}

export interface Visitor {
  /**
   * Visits a node where the process waits, before the node is completed. Returns true to continue after the node.
   * `conditions`: the conditions that were evaluated on the way to the node. `run`: the innermost run of a repeated
   * sub-process that contains the node; null outside of repeats.
   */
  visit(node: FlowNode, conditions: readonly EvaluatedCondition[], run: RunItem | null): Promise<boolean>;
}

export interface WalkResult {
  /** The ids of the nodes and edges on the path. */
  nodes: readonly string[];
  edges: readonly string[];
  /** The reason why the process cannot continue; '' if it has ended or the visitor stopped the walk. */
  fault: string;
  /** True if the process has reached its end on all branches. */
  isFinished: boolean;
}

/** Maximum number of visits of a node, counted separately in each run of a repeat. More visits mean a loop. */
const MAX_VISITS = 3;

/** Runs a process from the start with the interpreter, as if everybody approved. Stores nothing. */
export async function walkFlow(
  flow: FlowDefinition,
  environment: FlowEnvironment,
  visitor: Visitor,
): Promise<WalkResult> {
  const nodes = new Set<string>();
  const edges = new Set<string>();
  let evaluatedConditions: EvaluatedCondition[] = [];
  const loggingEnvironment: FlowEnvironment = {
    ...environment,
    evaluate(edge: FlowEdge, run) {
      const holds = environment.evaluate(edge, run);
      evaluatedConditions.push({
        edge: edge.id,
        name: edge.name || nodeOf(flow, edge.target).name,
        condition: edge.condition ?? '',
        holds,
      });
      return holds;
    },
  };
  /**
   * Adds to `nodes` and `edges` the path from `startNode` to the next nodes where the process waits. It also waits at
   * a join that has a token.
   */
  const addToPath = (startNode: FlowNode, state: FlowState, run: RunItem | null): void => {
    const queue: FlowNode[] = [startNode];
    const hasToken = (node: FlowNode): boolean => state.tokens.some((token) => token.node === node.id);
    const visited = new Set<string>();
    for (let node = queue.shift(); node; node = queue.shift()) {
      nodes.add(node.id);
      if (visited.has(node.id)) continue;
      visited.add(node.id);
      if (node !== startNode && (tokenStaysAt(node) || (isJoin(node) && hasToken(node)))) continue;
      if (node.kind === 'scope' && node.innerStart !== null && hasToken(node)) {
        queue.push(nodeOf(flow, node.innerStart));
        continue;
      }
      const parent = node.parent === null ? null : nodeOf(flow, node.parent);
      if (node.outgoing.length === 0) {
        if (parent && !hasToken(parent)) {
          nodes.add(parent.id);
          followEdges(parent);
        }
        continue;
      }
      followEdges(node);
    }
    function followEdges(node: FlowNode): void {
      for (const edge of chosenEdges(flow, node, loggingEnvironment, run)) {
        edges.add(edge.id);
        queue.push(nodeOf(flow, edge.target));
      }
    }
  };
  const visits = new Map<string, number>();
  let state: FlowState = EMPTY_STATE;
  let fault = '';
  const openTokens: Token[] = [];
  const applyEvent = (event: FlowEvent, startNode: FlowNode, run: RunItem | null): void => {
    evaluatedConditions = [];
    const step = advance(flow, state, event, environment);
    state = step.state;
    addToPath(startNode, state, run);
    const withdrawnIds = new Set(step.withdrawn.map(({ id }) => id));
    openTokens.splice(
      0,
      openTokens.length,
      ...openTokens.filter(({ id }) => !withdrawnIds.has(id)),
      ...step.opened.filter((token) => tokenStaysAt(nodeOf(flow, token.node))),
    );
  };
  try {
    applyEvent({ type: 'start' }, nodeOf(flow, flow.startNodeId), null);
    for (let token = openTokens.shift(); token; token = openTokens.shift()) {
      const node = nodeOf(flow, token.node);
      const run = innermostRun(allTokens(state), token);
      const visitKey = `${node.id} ${run?.token ?? ''}`;
      const visitCount = (visits.get(visitKey) ?? 0) + 1;
      visits.set(visitKey, visitCount);
      if (visitCount > MAX_VISITS) {
        fault = `流程在“${node.name}”处循环`;
        break;
      }
      const conditions = evaluatedConditions;
      evaluatedConditions = [];
      if (await visitor.visit(node, conditions, run)) applyEvent({ type: 'complete', token: token.id }, node, run);
    }
  } catch (error) {
    if (!(error instanceof FlowFault)) throw error;
    fault = error.message;
  }
  return { nodes: [...nodes], edges: [...edges], fault, isFinished: fault === '' && state.tokens.length === 0 };
}
