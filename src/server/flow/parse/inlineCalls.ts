import type { FlowDefinition, FlowEdge, FlowNode } from '../definition.ts';

/**
 * Converts a node of a called process to a node of the caller. The ids of nodes and edges get the id of the call
 * activity as prefix. The applicant's task becomes a 'pass' node, because the record has already been submitted.
 */
function inlineNode(node: FlowNode, called: FlowDefinition, callActivityId: string): FlowNode {
  const prefixed = (id: string): string => `${callActivityId}.${id}`;
  const isApplicantTask = node.id === called.applicantNodeId;
  return {
    ...node,
    id: prefixed(node.id),
    kind: isApplicantTask ? 'pass' : node.kind,
    parent: node.parent === null ? callActivityId : prefixed(node.parent),
    innerStart: node.innerStart === null ? null : prefixed(node.innerStart),
    incoming: node.incoming.map(prefixed),
    outgoing: node.outgoing.map(prefixed),
    boundaries: node.boundaries.map(prefixed),
    defaultEdge: node.defaultEdge === null ? null : prefixed(node.defaultEdge),
    attached: node.attached && {
      ...node.attached,
      // '' is the called process itself, which the call activity contains in the process of the caller
      to: node.attached.to === '' ? callActivityId : prefixed(node.attached.to),
    },
    rules: isApplicantTask || !node.rules ? null : { ...node.rules, nodeId: prefixed(node.id) },
  };
}

const inlineEdge = (edge: FlowEdge, callActivityId: string): FlowEdge => ({
  ...edge,
  id: `${callActivityId}.${edge.id}`,
  source: `${callActivityId}.${edge.source}`,
  target: `${callActivityId}.${edge.target}`,
});

/**
 * Returns a process with the called processes inserted into the activities that call them. `calledFlows`: the called
 * processes by key, in which calls are already inlined.
 */
export function inlineCalls(flow: FlowDefinition, calledFlows: ReadonlyMap<string, FlowDefinition>): FlowDefinition {
  const nodes: Record<string, FlowNode> = { ...flow.nodes };
  const edges: Record<string, FlowEdge> = { ...flow.edges };
  for (const node of Object.values(flow.nodes)) {
    const calledFlow = node.calledFlowKey ? calledFlows.get(node.calledFlowKey) : undefined;
    if (!calledFlow) continue;
    nodes[node.id] = { ...node, innerStart: `${node.id}.${calledFlow.startNodeId}` };
    for (const calledNode of Object.values(calledFlow.nodes))
      nodes[`${node.id}.${calledNode.id}`] = inlineNode(calledNode, calledFlow, node.id);
    for (const edge of Object.values(calledFlow.edges)) edges[`${node.id}.${edge.id}`] = inlineEdge(edge, node.id);
  }
  return { ...flow, nodes, edges };
}

/** Returns the keys of the processes that a process calls; a call activity without a key is left out. */
export const calledFlowKeys = (flow: FlowDefinition): string[] => [
  ...new Set(Object.values(flow.nodes).flatMap(({ calledFlowKey }) => calledFlowKey || [])),
];
