import type { FlowDefinition, FlowEdge, FlowNode } from '../definition.ts';

/**
 * Converts a node of a called process to a node of the caller, with a prefixed id. The applicant's task becomes a
 * 'pass' node, because the record has already been submitted.
 */
function inlineNode(node: FlowNode, called: FlowDefinition, callActivity: string): FlowNode {
  const prefixed = (id: string): string => `${callActivity}.${id}`;
  const isApplicantTask = node.id === called.applicant;
  return {
    ...node,
    id: prefixed(node.id),
    kind: isApplicantTask ? 'pass' : node.kind,
    parent: node.parent === null ? callActivity : prefixed(node.parent),
    innerStart: node.innerStart === null ? null : prefixed(node.innerStart),
    incoming: node.incoming.map(prefixed),
    outgoing: node.outgoing.map(prefixed),
    boundaries: node.boundaries.map(prefixed),
    defaultEdge: node.defaultEdge === null ? null : prefixed(node.defaultEdge),
    attached: node.attached && {
      ...node.attached,
      to: node.attached.to === '' ? callActivity : prefixed(node.attached.to),
    },
    rules: isApplicantTask || !node.rules ? null : { ...node.rules, nodeId: prefixed(node.id) },
  };
}

const inlineEdge = (edge: FlowEdge, callActivity: string): FlowEdge => ({
  ...edge,
  id: `${callActivity}.${edge.id}`,
  source: `${callActivity}.${edge.source}`,
  target: `${callActivity}.${edge.target}`,
});

/** Inserts called processes, in which calls are already inlined, into the activities that call them. Pure. */
export function inlineCalls(flow: FlowDefinition, called: ReadonlyMap<string, FlowDefinition>): FlowDefinition {
  const nodes: Record<string, FlowNode> = { ...flow.nodes };
  const edges: Record<string, FlowEdge> = { ...flow.edges };
  for (const node of Object.values(flow.nodes)) {
    const calledFlow = node.calledFlow ? called.get(node.calledFlow) : undefined;
    if (!calledFlow) continue;
    nodes[node.id] = { ...node, innerStart: `${node.id}.${calledFlow.start}` };
    for (const calledNode of Object.values(calledFlow.nodes))
      nodes[`${node.id}.${calledNode.id}`] = inlineNode(calledNode, calledFlow, node.id);
    for (const edge of Object.values(calledFlow.edges)) edges[`${node.id}.${edge.id}`] = inlineEdge(edge, node.id);
  }
  return { ...flow, nodes, edges };
}

/** Returns the keys of the processes that a process calls; a call activity without a key is left out. */
export const calledFlowKeys = (flow: FlowDefinition): string[] => [
  ...new Set(Object.values(flow.nodes).flatMap(({ calledFlow }) => calledFlow || [])),
];
