import type { Problem } from '../../../domain/problem/index.ts';
import type { FlowDefinition, FlowNode } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { checkJoins } from './checkJoins.ts';
import { checkOpenBranches } from './checkOpenBranches.ts';
import { forwardFrom } from '../engine/forwardGraph.ts';
import { innermostRepeat } from '../engine/repeat.ts';
import { isEventSubProcess } from '../engine/eventSubProcesses.ts';

/** Kinds of nodes that need no outgoing edge. The parser has already reported an unsupported element. */
const END_KINDS: ReadonlySet<string> = new Set(['end', 'terminate', 'error', 'unsupported']);

/**
 * Adds the problems of the task nodes to `problems`: no candidates, candidates from the current row outside of a
 * repeated sub-process, and names that several nodes have.
 */
function checkTasks(flow: FlowDefinition, tasks: readonly FlowNode[], problems: Problem[]): void {
  const names = new Set<string>();
  for (const node of tasks) {
    if (node.candidates.length === 0)
      problems.push(flowProblem(node.id, `任务节点“${node.name}”没有写明办理人，将交由管理员办理`, 'warning'));
    if (node.candidates.some(({ type }) => type === 'item') && !innermostRepeat(flow, node.id))
      problems.push(flowProblem(node.id, `任务节点“${node.name}”的办理人取自当前行，但它不在重复执行的子流程中`));
    if (names.has(node.name))
      problems.push(flowProblem(node.id, `任务节点名“${node.name}”重复，按节点名设置的规则对它们同样有效`, 'warning'));
    names.add(node.name);
  }
}

/**
 * Checks the structure of a flow. Reports missing or multiple start events, missing ends, unreachable nodes, missing or
 * forbidden edges, default edges of another node, problems of tasks, joins that may wait forever, and branches without
 * a condition. Pure.
 */
export function checkFlow(flow: FlowDefinition): Problem[] {
  const problems: Problem[] = [];
  const nodes = Object.values(flow.nodes);
  const startEvents = nodes.filter((node) => node.kind === 'start' && node.parent === null);
  if (startEvents.length === 0) problems.push(flowProblem(undefined, '没有开始事件'));
  if (startEvents.length > 1) problems.push(flowProblem(startEvents[1]?.id, '只能有一个开始事件'));
  if (!nodes.some((node) => END_KINDS.has(node.kind) && node.parent === null))
    problems.push(flowProblem(undefined, '没有结束事件'));
  if (startEvents.length > 0 && flow.applicantNodeId === '')
    problems.push(flowProblem(flow.startNodeId, '开始事件之后没有连线'));
  const reachableIds = forwardFrom(flow, flow.startNodeId);
  for (const node of nodes) {
    if (!reachableIds.has(node.id)) problems.push(flowProblem(node.id, `无法到达“${node.name}”`, 'warning'));
    // a branch may end with a sub-process (kind `scope`), which then has no outgoing edge
    if (node.outgoing.length === 0 && !END_KINDS.has(node.kind) && node.kind !== 'scope')
      problems.push(flowProblem(node.id, `“${node.name}”之后没有连线`));
    if (isEventSubProcess(node) && node.incoming.length + node.outgoing.length > 0)
      problems.push(flowProblem(node.id, `事件子流程“${node.name}”由事件开始，不能连线`));
    if (node.defaultEdge && !node.outgoing.includes(node.defaultEdge))
      problems.push(flowProblem(node.id, `“${node.name}”的默认连线不是从它出发的`));
  }
  checkTasks(
    flow,
    nodes.filter((node) => node.kind === 'userTask'),
    problems,
  );
  return [...problems, ...checkOpenBranches(flow), ...checkJoins(flow)];
}
