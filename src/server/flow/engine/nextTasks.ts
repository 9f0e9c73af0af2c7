import { nodeOf, type FlowDefinition, type FlowNode } from '../definition.ts';
import { eventSubProcessesIn, isEventSubProcess } from './eventSubProcesses.ts';
import { FlowFault } from './flowFault.ts';
import { chosenEdges, type FlowEnvironment } from './routing.ts';
import type { Token } from './flowState.ts';

/** Returns whether this sub-process is repeated sequentially and has a run that has not begun. */
const hasNextRun = (node: FlowNode, tokens: readonly Token[]): boolean =>
  node.repeat?.isSequential === true &&
  tokens.some((run) => {
    // the token of a run has the index of its item; the group token around it has the list of items
    if (run.node !== node.id || run.item === undefined) return false;
    const group = tokens.find(({ id }) => id === run.scope);
    return run.item + 1 < (group?.items?.length ?? 0);
  });

/**
 * Returns the event sub-process or boundary event that catches the error or escalation of this node; undefined if there
 * is none. Searches in the same order as `createEscalationOperations`.
 */
function findCatchingEvent(
  flow: FlowDefinition,
  { parent }: FlowNode,
  matches: (attached: NonNullable<FlowNode['attached']>) => boolean,
): FlowNode | undefined {
  const firstMatch = (ids: readonly string[]): FlowNode | undefined =>
    ids.map((id) => nodeOf(flow, id)).find(({ attached }) => attached !== null && matches(attached));
  let isInEventSubProcess = false;
  for (let scopeId = parent; ;) {
    const eventSubProcess = isInEventSubProcess ? undefined : firstMatch(eventSubProcessesIn(flow, scopeId));
    if (eventSubProcess || scopeId === null) return eventSubProcess;
    const scope = nodeOf(flow, scopeId);
    const boundaryEvent = firstMatch(scope.boundaries);
    if (boundaryEvent) return boundaryEvent;
    isInEventSubProcess = isEventSubProcess(scope);
    scopeId = scope.parent;
  }
}

/**
 * Returns the ids of the nodes that a token reaches next from a node. These include nodes reached by leaving a
 * sub-process, by beginning its next run, or by an error or escalation that a surrounding sub-process catches. Empty at
 * the end of the process, and when no path can be taken yet.
 */
export function successorIds(
  flow: FlowDefinition,
  node: FlowNode,
  environment: FlowEnvironment,
  tokens: readonly Token[] = [],
): string[] {
  try {
    if (node.kind === 'error') {
      const handler = findCatchingEvent(flow, node, ({ error }) => error === node.error || error === '');
      return handler ? [handler.id] : [];
    }
    const catchingEvent =
      node.escalation === null
        ? undefined
        : findCatchingEvent(flow, node, ({ escalation }) => escalation === node.escalation || escalation === '');
    if (catchingEvent) {
      // after a non-interrupting event the token also continues along its own edges
      const withoutEscalation = { ...node, escalation: null };
      return [
        catchingEvent.id,
        ...(catchingEvent.attached?.isInterrupting ? [] : successorIds(flow, withoutEscalation, environment, tokens)),
      ];
    }
    if (node.outgoing.length === 0) {
      const parent = node.parent === null ? null : nodeOf(flow, node.parent);
      if (parent?.innerStart && hasNextRun(parent, tokens)) return [parent.innerStart];
      return parent === null ? [] : successorIds(flow, parent, environment, tokens);
    }
    // the process continues at one of the events after an event-based gateway, which are in `boundaries`
    if (node.kind === 'race')
      return node.boundaries.flatMap((id) => successorIds(flow, nodeOf(flow, id), environment, tokens));
    return chosenEdges(flow, node, environment).map(({ target }) => target);
  } catch (error) {
    if (error instanceof FlowFault) return [];
    throw error;
  }
}

/**
 * Returns the ids of the user tasks that follow these nodes if the record does not change. `tokens`: current tokens of
 * the process.
 */
export function nextTasks(
  flow: FlowDefinition,
  from: readonly string[],
  environment: FlowEnvironment,
  tokens: readonly Token[] = [],
): Set<string> {
  const taskIds = new Set<string>();
  const visitedIds = new Set<string>();
  const queue = from.flatMap((id) => successorIds(flow, nodeOf(flow, id), environment, tokens));
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (visitedIds.has(id)) continue;
    visitedIds.add(id);
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
