import { nodeOf, type FlowDefinition, type FlowNode } from '../definition.ts';
import { eventSubProcessesIn } from './eventSubProcesses.ts';
import { successorIds } from './nextTasks.ts';
import type { FlowEnvironment } from './routing.ts';

/**
 * Returns the ids of the events that may happen by themselves while a token is at the node: its boundary events, the
 * events after an event-based gateway, and the event sub-processes of a sub-process. Errors and escalations are not
 * included, because nodes of the process raise them (`successorIds`).
 */
function eventsDuring(flow: FlowDefinition, { id, kind, boundaries }: FlowNode): string[] {
  return [...boundaries, ...(kind === 'scope' ? eventSubProcessesIn(flow, id) : [])].filter((event) =>
    happensByItself(nodeOf(flow, event)),
  );
}

const happensByItself = ({ attached }: FlowNode): boolean =>
  attached !== null && attached.error === null && attached.escalation === null;

/**
 * Returns the ids of the nodes that the process can reach through events if the record does not change. `path`: ids of
 * the nodes of the expected path. Considers the event sub-processes of the whole process, the events at the nodes of
 * the path, and the events at the nodes that are reached through these events.
 */
export function nodesAfterEvents(
  flow: FlowDefinition,
  path: readonly string[],
  environment: FlowEnvironment,
): ReadonlySet<string> {
  const processEventIds = eventSubProcessesIn(flow, null).filter((id) => happensByItself(nodeOf(flow, id)));
  const reachedIds = new Set([...processEventIds, ...path.flatMap((id) => eventsDuring(flow, nodeOf(flow, id)))]);
  // the loop also reaches the ids that it adds
  for (const id of reachedIds) {
    const node = nodeOf(flow, id);
    const nextIds =
      node.kind === 'scope' && node.innerStart ? [node.innerStart] : successorIds(flow, node, environment);
    for (const nextId of [...nextIds, ...eventsDuring(flow, node)]) reachedIds.add(nextId);
  }
  return reachedIds;
}
