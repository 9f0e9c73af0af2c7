import type { Problem } from '../../../domain/problem/index.ts';
import { tokenStaysAt, type FlowDefinition, type FlowEdge, type FlowNode } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';

/**
 * Returns the edge that a token takes from a node for every record. Undefined if conditions decide, if there is no
 * edge, or if several edges are taken.
 */
function unconditionalEdge(flow: FlowDefinition, node: FlowNode): FlowEdge | undefined {
  const edges = node.outgoing.flatMap((id) => flow.edges[id] ?? []);
  if (edges.length === 1) return edges[0];
  if (node.kind !== 'exclusive') return undefined;
  const firstEdge = edges.find(({ id }) => id !== node.defaultEdge);
  return firstEdge?.condition === null ? firstEdge : undefined;
}

/** Returns whether a token that leaves this node always returns to it, without waiting at any node. */
function isInEndlessLoop(flow: FlowDefinition, start: FlowNode): boolean {
  const visitedIds = new Set<string>();
  let node: FlowNode | undefined = start;
  while (node && !tokenStaysAt(node)) {
    if (visitedIds.has(node.id)) return node.id === start.id;
    visitedIds.add(node.id);
    const edge = unconditionalEdge(flow, node);
    node = edge && flow.nodes[edge.target];
  }
  return false;
}

/**
 * Warns of exclusive gateways with edges that have no condition and are not the default edge, of the first endless
 * loop, and of a process that never waits after the applicant's task. Warnings do not forbid publishing.
 */
export function checkOpenBranches(flow: FlowDefinition): Problem[] {
  const problems: Problem[] = [];
  const nodes = Object.values(flow.nodes);
  for (const node of nodes) {
    if (node.kind !== 'exclusive' || node.outgoing.length < 2) continue;
    const unconditionalEdges = node.outgoing
      .flatMap((id) => flow.edges[id] ?? [])
      .filter(({ id, condition }) => condition === null && id !== node.defaultEdge);
    if (unconditionalEdges.length > 0)
      problems.push(
        flowProblem(
          node.id,
          `条件分支“${node.name}”有 ${node.outgoing.length} 条出线，其中 ${unconditionalEdges.length} 条没有条件${node.defaultEdge ? '' : '，也没有设默认出线'}：没有条件的出线总会成立，后面的出线走不到`,
          'warning',
        ),
      );
  }
  const loopNode = nodes.find((node) => !tokenStaysAt(node) && isInEndlessLoop(flow, node));
  if (loopNode)
    problems.push(flowProblem(loopNode.id, `流程会在“${loopNode.name}”处无休止地循环，提交时将被拒绝`, 'warning'));
  const hasOtherWork = nodes.some(
    (node) => tokenStaysAt(node) && node.kind !== 'copy' && node.id !== flow.applicantNodeId,
  );
  if (flow.applicantNodeId !== '' && !hasOtherWork)
    problems.push(flowProblem(undefined, '申请人之外没有任何人办理：提交后立即办结', 'warning'));
  return problems;
}
