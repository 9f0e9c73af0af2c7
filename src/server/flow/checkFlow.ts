import type { Problem } from '../../kernel/problem.ts';
import type { FlowDefinition } from './definition.ts';
import { flowProblem } from './flowProblem.ts';

function reachable(flow: FlowDefinition): Set<string> {
  const seen = new Set<string>(flow.start ? [flow.start] : []);
  for (const id of seen) {
    for (const edge of flow.nodes[id]?.outgoing ?? []) seen.add(flow.edges[edge]?.target ?? id);
  }
  return seen;
}

/** What the shape of a flow forbids, beyond what single elements say. Pure. */
export function checkFlow(flow: FlowDefinition): Problem[] {
  const problems: Problem[] = [];
  const nodes = Object.values(flow.nodes);
  const starts = nodes.filter((node) => node.kind === 'start');
  if (starts.length === 0) problems.push(flowProblem(undefined, '没有开始事件'));
  if (starts.length > 1) problems.push(flowProblem(starts[1]?.id, '只能有一个开始事件'));
  if (!nodes.some((node) => node.kind === 'end' || node.kind === 'terminate')) problems.push(flowProblem(undefined, '没有结束事件'));
  if (starts.length > 0 && (flow.applicant === '' || starts[0]?.outgoing.length !== 1)) {
    problems.push(flowProblem(flow.start, '开始事件之后应是且只是申请人的任务节点'));
  }
  const seen = reachable(flow);
  const names = new Map<string, string>();
  for (const node of nodes) {
    if (!seen.has(node.id)) problems.push(flowProblem(node.id, `无法到达“${node.name}”`, 'warning'));
    if (node.outgoing.length === 0 && !['end', 'terminate', 'unsupported'].includes(node.kind)) problems.push(flowProblem(node.id, `“${node.name}”之后没有连线`));
    if (node.defaultEdge && !node.outgoing.includes(node.defaultEdge)) problems.push(flowProblem(node.id, `“${node.name}”的默认连线不是从它出发的`));
    if (node.kind !== 'userTask') continue;
    if (node.candidates.length === 0) problems.push(flowProblem(node.id, `任务节点“${node.name}”没有办理人`));
    if (names.has(node.name)) problems.push(flowProblem(node.id, `任务节点名“${node.name}”重复，节点权限按名称区分`));
    names.set(node.name, node.id);
  }
  return problems;
}
