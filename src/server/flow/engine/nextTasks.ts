import { nodeOf, type FlowDefinition, type FlowNode } from '../definition.ts';
import { FlowFault } from './flowFault.ts';
import { chosenEdges, type FlowEnvironment } from './routing.ts';
import type { Token } from './flowState.ts';

/** Whether this sub-process is repeated sequentially and has a run that has not begun. */
const hasNextRun = (node: FlowNode, tokens: readonly Token[]): boolean =>
  node.repeat?.isSequential === true &&
  tokens.some((run) => {
    // the token of a run has the index of its item; the group token around it has the list of items
    if (run.node !== node.id || run.item === undefined) return false;
    const group = tokens.find(({ id }) => id === run.scope);
    return run.item + 1 < (group?.items?.length ?? 0);
  });

/**
 * Ids of the nodes that a token reaches next from a node, also by leaving a sub-process or beginning its next run.
 * Empty at the end of the process, and when no path can be taken yet.
 */
function successorIds(
  flow: FlowDefinition,
  node: FlowNode,
  environment: FlowEnvironment,
  tokens: readonly Token[],
): string[] {
  try {
    if (node.outgoing.length === 0) {
      const parent = node.parent === null ? null : nodeOf(flow, node.parent);
      if (parent?.innerStart && hasNextRun(parent, tokens)) return [parent.innerStart];
      return parent === null ? [] : successorIds(flow, parent, environment, tokens);
    }
    // an event-based gateway, whose `boundaries` are the events after it: any of them may happen
    if (node.kind === 'race')
      return node.boundaries.flatMap((id) => successorIds(flow, nodeOf(flow, id), environment, tokens));
    return chosenEdges(flow, node, environment).map(({ target }) => target);
  } catch (error) {
    if (error instanceof FlowFault) return [];
    throw error;
  }
}

/**
 * Ids of the user tasks that follow these nodes if the record does not change. `tokens`: current tokens of the process.
 */
export function nextTasks(
  flow: FlowDefinition,
  from: readonly string[],
  environment: FlowEnvironment,
  tokens: readonly Token[] = [],
): Set<string> {
  const taskIds = new Set<string>();
  const visited = new Set<string>();
  const queue = from.flatMap((id) => successorIds(flow, nodeOf(flow, id), environment, tokens));
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (visited.has(id)) continue;
    visited.add(id);
    const node = nodeOf(flow, id);
    if (node.kind === 'userTask') {
      if (!from.includes(id)) taskIds.add(id);
      continue;
    }
    queue.push(
      ...(node.kind === 'scope' && node.innerStart ? [node.innerStart] : successorIds(flow, node, environment, tokens)),
    );
  }
  return taskIds;
}
