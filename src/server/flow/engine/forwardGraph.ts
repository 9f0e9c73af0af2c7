import type { FlowDefinition } from '../definition.ts';
import { eventSubProcessesIn } from './eventSubProcesses.ts';

/**
 * Returns the ids of the nodes that directly follow a node: along edges, into a sub-process, from the end events of a
 * sub-process to the nodes after the sub-process, and to boundary events. An event sub-process may begin at any time
 * while the sub-process around it runs. It counts as a successor of the start event of that sub-process; at the top
 * level, of the applicant's task. A return to one of these nodes therefore cancels the event sub-process.
 */
function successors(flow: FlowDefinition, id: string): string[] {
  const node = flow.nodes[id];
  if (!node) return [];
  const edgeTargets = (from: string): string[] =>
    (flow.nodes[from]?.outgoing ?? []).flatMap((edge) => flow.edges[edge]?.target ?? []);
  const isEnd = node.kind === 'end' || node.kind === 'error';
  const precedesEventSubProcesses = (node.kind === 'start' && node.parent !== null) || id === flow.applicantNodeId;
  return [
    ...edgeTargets(id),
    ...node.boundaries,
    ...(precedesEventSubProcesses ? eventSubProcessesIn(flow, node.parent) : []),
    ...(node.innerStart ? [node.innerStart] : []),
    ...(isEnd && node.parent ? [...edgeTargets(node.parent), ...(flow.nodes[node.parent]?.boundaries ?? [])] : []),
  ];
}

const graphByFlow = new WeakMap<FlowDefinition, ReadonlyMap<string, readonly string[]>>();

/**
 * Returns the successors of each node, without the edges that lead back. The flow is searched from the start, and an
 * edge to a node on the current path of the search is left out. So the graph has no cycles.
 */
function forwardGraph(flow: FlowDefinition): ReadonlyMap<string, readonly string[]> {
  const cachedGraph = graphByFlow.get(flow);
  if (cachedGraph) return cachedGraph;
  const graph = new Map<string, string[]>();
  const currentPath = new Set<string>();
  // an explicit stack instead of recursion: a long flow must not overflow the call stack
  for (const root of [flow.startNodeId, ...Object.keys(flow.nodes)]) {
    if (graph.has(root)) continue;
    const stack: { id: string; unvisited: string[] }[] = [];
    const enter = (id: string): void => {
      graph.set(id, []);
      currentPath.add(id);
      stack.push({ id, unvisited: successors(flow, id) });
    };
    enter(root);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.unvisited.shift();
      if (next === undefined) {
        currentPath.delete(top.id);
        stack.pop();
        continue;
      }
      if (currentPath.has(next)) continue;
      graph.get(top.id)?.push(next);
      if (!graph.has(next)) enter(next);
    }
  }
  graphByFlow.set(flow, graph);
  return graph;
}

/** Returns the ids of the node and of all nodes after it; edges that lead back to an earlier node are not followed. */
export function forwardFrom(flow: FlowDefinition, id: string): ReadonlySet<string> {
  const graph = forwardGraph(flow);
  const reachedIds = new Set([id]);
  for (const reachedId of reachedIds) for (const next of graph.get(reachedId) ?? []) reachedIds.add(next);
  return reachedIds;
}

/** Returns the ids of the node, of all nodes after it, and of the sub-processes around the node. */
export function forwardFromAndEnclosing(flow: FlowDefinition, id: string): ReadonlySet<string> {
  const ids = new Set(forwardFrom(flow, id));
  for (let parent = flow.nodes[id]?.parent ?? null; parent !== null; parent = flow.nodes[parent]?.parent ?? null)
    ids.add(parent);
  return ids;
}

/**
 * Returns whether the process leads forward from the node `earlier` to another node `later`, so that a return from
 * `later` to `earlier` is possible.
 */
export const leadsTo = (flow: FlowDefinition, earlier: string, later: string): boolean =>
  earlier !== later && forwardFrom(flow, earlier).has(later);
