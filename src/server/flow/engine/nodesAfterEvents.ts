import { nodeOf, type FlowDefinition, type FlowNode } from '../definition.ts';
import { eventSubProcessesIn } from './eventSubProcesses.ts';
import { successorIds } from './nextTasks.ts';
import type { FlowEnvironment } from './routing.ts';

/**
 * Ids of the events that may happen by themselves while a token is at the node: its boundary events, the events after
 * an event-based gateway, and the event sub-processes of a sub-process. Without errors and escalations, which happen
 * only where the process raises them (`successorIds`).
 */
function eventsDuring(flow: FlowDefinition, { id, kind, boundaries }: FlowNode): string[] {
  return [...boundaries, ...(kind === 'scope' ? eventSubProcessesIn(flow, id) : [])].filter((event) =>
    happensByItself(nodeOf(flow, event)),
  );
}

const happensByItself = ({ attached }: FlowNode): boolean =>
  attached !== null && attached.error === null && attached.escalation === null;

/**
 * Ids of the nodes that the process reaches, if the record does not change, when events happen while it is on a path
 * (`path`: ids of the nodes), or later on the way that such an event begins.
 */
export function nodesAfterEvents(
  flow: FlowDefinition,
  path: readonly string[],
  environment: FlowEnvironment,
): ReadonlySet<string> {
  const ofProcess = eventSubProcessesIn(flow, null).filter((id) => happensByItself(nodeOf(flow, id)));
  const reached = new Set([...ofProcess, ...path.flatMap((id) => eventsDuring(flow, nodeOf(flow, id)))]);
  // the loop also reaches the ids that it adds
  for (const id of reached) {
    const node = nodeOf(flow, id);
    const next = node.kind === 'scope' && node.innerStart ? [node.innerStart] : successorIds(flow, node, environment);
    for (const nextId of [...next, ...eventsDuring(flow, node)]) reached.add(nextId);
  }
  return reached;
}
