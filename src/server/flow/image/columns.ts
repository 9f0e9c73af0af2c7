import type { FlowDefinition, FlowEdge, FlowNode } from '../definition.ts';

/** A place in a column: a node, or where a long line passes (`edge#step`). `before`: what stands in front of it. */
export interface Slot {
  key: string;
  node: FlowNode | null;
  before: string[];
}

/** Nodes of one level by how far they are from its start, with room for lines that go past others. Lines that lead back are named. */
export function columnsOf(flow: FlowDefinition, nodes: readonly FlowNode[]): { columns: Slot[][]; back: Set<string> } {
  const own = new Set(nodes.map(({ id }) => id));
  const edges: { edge: FlowEdge; from: string; to: string }[] = Object.values(flow.edges).flatMap((edge) => {
    // what leaves an event on an edge begins beside its host
    const from = own.has(edge.source) ? edge.source : (flow.nodes[edge.source]?.attached?.to ?? edge.source);
    return own.has(from) && own.has(edge.target) ? [{ edge, from, to: edge.target }] : [];
  });
  const out = new Map<string, typeof edges>();
  for (const each of edges) out.set(each.from, [...(out.get(each.from) ?? []), each]);
  const back = new Set<string>();
  const state = new Map<string, 'open' | 'done'>();
  const sorted: string[] = [];
  const visit = (id: string): void => {
    state.set(id, 'open');
    for (const { edge, to } of out.get(id) ?? []) {
      if (state.get(to) === 'open') back.add(edge.id);
      else if (!state.has(to)) visit(to);
    }
    state.set(id, 'done');
    sorted.unshift(id);
  };
  const starts = nodes.filter(({ id, kind }) => kind === 'start' || !edges.some(({ to }) => to === id));
  for (const { id } of [...starts, ...nodes]) if (!state.has(id)) visit(id);
  const column = new Map<string, number>();
  for (const id of sorted) {
    const at = column.get(id) ?? 0;
    column.set(id, at);
    for (const { edge, to } of out.get(id) ?? [])
      if (!back.has(edge.id)) column.set(to, Math.max(column.get(to) ?? 0, at + 1));
  }
  const columns: Slot[][] = [];
  const put = (at: number, slot: Slot): void => {
    (columns[at] ??= []).push(slot);
  };
  const slots = new Map(nodes.map((node) => [node.id, { key: node.id, node, before: [] as string[] }]));
  for (const node of nodes) put(column.get(node.id) ?? 0, slots.get(node.id) as Slot);
  for (const { edge, from, to } of edges) {
    if (back.has(edge.id)) continue;
    let last = from;
    for (let step = 1, at = (column.get(from) ?? 0) + 1; at < (column.get(to) ?? 0); step += 1, at += 1) {
      const key = `${edge.id}#${step}`;
      put(at, { key, node: null, before: [last] });
      last = key;
    }
    slots.get(to)?.before.push(last);
  }
  return { columns: columns.map((each) => each ?? []), back };
}
