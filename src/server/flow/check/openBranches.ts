import type { Problem } from '../../../domain/problem/index.ts';
import { isHolding, type FlowDefinition, type FlowEdge, type FlowNode } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';

/** The line that an exclusive gateway takes whatever the record says, where there is one: the first without a condition. */
function alwaysTaken(flow: FlowDefinition, node: FlowNode): FlowEdge | undefined {
  const edges = node.outgoing.flatMap((id) => flow.edges[id] ?? []);
  if (edges.length === 1) return edges[0];
  if (node.kind !== 'exclusive') return undefined;
  const first = edges.find(({ id }) => id !== node.defaultEdge);
  return first?.condition === null ? first : undefined;
}

/** From this node through nodes that nobody acts on and nothing chooses at: does it come back to itself? */
function runsInCircle(flow: FlowDefinition, start: FlowNode): boolean {
  const seen = new Set<string>();
  let node: FlowNode | undefined = start;
  while (node && !isHolding(node)) {
    if (seen.has(node.id)) return node.id === start.id;
    seen.add(node.id);
    const edge = alwaysTaken(flow, node);
    node = edge && flow.nodes[edge.target];
  }
  return false;
}

/**
 * Exclusive gateways whose lines do not say when they are taken, circles that nothing ends, and a process in which nobody
 * but the applicant has anything to do. Warnings: such a process may be published once they have been read.
 */
export function checkOpenBranches(flow: FlowDefinition): Problem[] {
  const problems: Problem[] = [];
  const nodes = Object.values(flow.nodes);
  for (const node of nodes) {
    if (node.kind !== 'exclusive' || node.outgoing.length < 2) continue;
    const open = node.outgoing
      .flatMap((id) => flow.edges[id] ?? [])
      .filter(({ id, condition }) => condition === null && id !== node.defaultEdge);
    if (open.length > 0)
      problems.push(
        flowProblem(
          node.id,
          `条件分支“${node.name}”有 ${node.outgoing.length} 条出线，其中 ${open.length} 条没有条件${node.defaultEdge ? '' : '，也没有设默认出线'}：没有条件的出线总会成立，后面的出线走不到`,
          'warning',
        ),
      );
  }
  const circle = nodes.find((node) => !isHolding(node) && runsInCircle(flow, node));
  if (circle)
    problems.push(flowProblem(circle.id, `流程会在“${circle.name}”处无休止地循环，提交时将被拒绝`, 'warning'));
  const isDecided = nodes.some((node) => isHolding(node) && node.kind !== 'copy' && node.id !== flow.applicant);
  if (flow.applicant !== '' && !isDecided)
    problems.push(flowProblem(undefined, '申请人之外没有任何人办理：提交后立即办结', 'warning'));
  return problems;
}
