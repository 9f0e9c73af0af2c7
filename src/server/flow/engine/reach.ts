import type { FlowDefinition } from '../definition.ts';
import { triggeredIn } from './triggered.ts';

/**
 * Nodes one step further: along edges, into a sub-process, from its ends to what follows it, and to events on the edge.
 * Event sub-processes come after where the sub-process around them begins (of the process: the applicant's task), for
 * they may begin at any time, and what is sent back there sends them back.
 */
function successors(flow: FlowDefinition, id: string): string[] {
  const node = flow.nodes[id];
  if (!node) return [];
  const targets = (from: string): string[] =>
    (flow.nodes[from]?.outgoing ?? []).flatMap((edge) => flow.edges[edge]?.target ?? []);
  const isEnd = node.kind === 'end' || node.kind === 'error';
  const isBeginning = (node.kind === 'start' && node.parent !== null) || id === flow.applicant;
  return [
    ...targets(id),
    ...node.boundaries,
    ...(isBeginning ? triggeredIn(flow, node.parent) : []),
    ...(node.inner ? [node.inner] : []),
    ...(isEnd && node.parent ? [...targets(node.parent), ...(flow.nodes[node.parent]?.boundaries ?? [])] : []),
  ];
}

const forwards = new WeakMap<FlowDefinition, ReadonlyMap<string, readonly string[]>>();

/** The flow without its ways back: of edges in a circle, the one that leads to a node on the way from the start is left out. */
function forwardGraph(flow: FlowDefinition): ReadonlyMap<string, readonly string[]> {
  const known = forwards.get(flow);
  if (known) return known;
  const graph = new Map<string, string[]>();
  const onWay = new Set<string>();
  // a list of its own: a long flow must not overflow the stack
  for (const root of [flow.start, ...Object.keys(flow.nodes)]) {
    if (graph.has(root)) continue;
    const stack: { id: string; rest: string[] }[] = [];
    const enter = (id: string): void => {
      graph.set(id, []);
      onWay.add(id);
      stack.push({ id, rest: successors(flow, id) });
    };
    enter(root);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top.rest.shift();
      if (next === undefined) {
        onWay.delete(top.id);
        stack.pop();
        continue;
      }
      if (onWay.has(next)) continue;
      graph.get(top.id)?.push(next);
      if (!graph.has(next)) enter(next);
    }
  }
  forwards.set(flow, graph);
  return graph;
}

/** The node and everything that comes after it, ways back left out. */
export function forwardFrom(flow: FlowDefinition, id: string): ReadonlySet<string> {
  const graph = forwardGraph(flow);
  const seen = new Set([id]);
  for (const each of seen) for (const next of graph.get(each) ?? []) seen.add(next);
  return seen;
}

/** Nodes that are left after this one: it, all behind it, and the sub-processes it stands in. */
export function leftAfter(flow: FlowDefinition, id: string): ReadonlySet<string> {
  const left = new Set(forwardFrom(flow, id));
  for (let parent = flow.nodes[id]?.parent ?? null; parent !== null; parent = flow.nodes[parent]?.parent ?? null)
    left.add(parent);
  return left;
}

/** Is `later` behind `earlier` on the way, so that one may go back from it to the other? */
export const isBehind = (flow: FlowDefinition, earlier: string, later: string): boolean =>
  earlier !== later && forwardFrom(flow, earlier).has(later);
