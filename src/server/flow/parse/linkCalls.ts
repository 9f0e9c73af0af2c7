import type { FlowDefinition, FlowEdge, FlowNode } from '../definition.ts';

/** A node of a called process as a part of the caller. Its applicant's task is passed: the record is submitted already. */
function adopted(node: FlowNode, called: FlowDefinition, holder: string): FlowNode {
  const inside = (id: string): string => `${holder}.${id}`;
  const isApplicants = node.id === called.applicant;
  return {
    ...node,
    id: inside(node.id),
    kind: isApplicants ? 'pass' : node.kind,
    parent: node.parent === null ? holder : inside(node.parent),
    inner: node.inner === null ? null : inside(node.inner),
    incoming: node.incoming.map(inside),
    outgoing: node.outgoing.map(inside),
    boundaries: node.boundaries.map(inside),
    defaultEdge: node.defaultEdge === null ? null : inside(node.defaultEdge),
    attached: node.attached && { ...node.attached, to: node.attached.to === '' ? holder : inside(node.attached.to) },
    rules: isApplicants || !node.rules ? null : { ...node.rules, nodeId: inside(node.id) },
  };
}

const adoptedEdge = (edge: FlowEdge, holder: string): FlowEdge => ({
  ...edge,
  id: `${holder}.${edge.id}`,
  source: `${holder}.${edge.source}`,
  target: `${holder}.${edge.target}`,
});

/** Puts called processes (already linked themselves) in the place of the activities that call them. Pure. */
export function linkCalls(flow: FlowDefinition, called: ReadonlyMap<string, FlowDefinition>): FlowDefinition {
  const nodes: Record<string, FlowNode> = { ...flow.nodes };
  const edges: Record<string, FlowEdge> = { ...flow.edges };
  for (const node of Object.values(flow.nodes)) {
    const part = node.calls ? called.get(node.calls) : undefined;
    if (!part) continue;
    nodes[node.id] = { ...node, inner: `${node.id}.${part.start}` };
    for (const each of Object.values(part.nodes)) nodes[`${node.id}.${each.id}`] = adopted(each, part, node.id);
    for (const each of Object.values(part.edges)) edges[`${node.id}.${each.id}`] = adoptedEdge(each, node.id);
  }
  return { ...flow, nodes, edges };
}

export const calledKeys = (flow: FlowDefinition): string[] => [
  ...new Set(Object.values(flow.nodes).flatMap(({ calls }) => calls || [])),
];
