import { extensionsOf, listOf, type Element } from '../model/moddle.ts';
import { readTask } from '../model/task.ts';
import type { Branch, BranchMode, Plan, Step, TaskStep } from './plan.ts';

export type ReadPlanResult = { ok: true; plan: Plan } | { ok: false; reason: string };

const MODES: Readonly<Record<string, BranchMode>> = {
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:InclusiveGateway': 'inclusive',
};
const SUPPORTED_TYPES = new Set([
  'bpmn:StartEvent',
  'bpmn:EndEvent',
  'bpmn:UserTask',
  'bpmn:SendTask',
  'bpmn:SequenceFlow',
  ...Object.keys(MODES),
]);

/** Thrown by `refuse` if the process cannot be shown as a list of steps; the message is the reason. */
class NotAListError extends Error {}
const refuse = (reason: string): never => {
  throw new NotAListError(reason);
};

interface Graph {
  nodes: ReadonlyMap<string, Element>;
  /** The sequence flows that start at each node. */
  outgoing: ReadonlyMap<string, readonly Element[]>;
  /** The number of sequence flows that lead to each node. */
  incomingCounts: ReadonlyMap<string, number>;
}

const idOf = (element: unknown): string => (element as Element | undefined)?.id ?? '';
/** Returns the name of an element, or its id if it has no name. */
const nameOf = (element: Element): string => element.name?.trim() || (element.id ?? '');
/** Returns the condition of a sequence flow as text; '' if it has none. */
export const conditionText = (flow: Element): string =>
  String((flow.conditionExpression as Element | undefined)?.body ?? '').trim();

/** Returns the nodes and flows of a process. Refuses a process with elements that a list of steps cannot show. */
function graphOf(process: Element): Graph {
  const elements = listOf(process, 'flowElements');
  const unsupported = elements.find(({ $type }) => !SUPPORTED_TYPES.has($type));
  if (unsupported) refuse(`“${nameOf(unsupported)}”这样的元素只能在流程图中设置`);
  if (listOf(process, 'laneSets').length > 0 || listOf(process, 'artifacts').length > 0)
    refuse('流程图中有泳道或文字说明');
  const elementWithTrigger = elements.find((element) => listOf(element, 'eventDefinitions').length > 0);
  if (elementWithTrigger) refuse(`“${nameOf(elementWithTrigger)}”带有触发方式`);
  const nodes = new Map(
    elements.filter(({ $type }) => $type !== 'bpmn:SequenceFlow').map((element) => [idOf(element), element]),
  );
  const outgoing = new Map<string, Element[]>();
  const incomingCounts = new Map<string, number>();
  for (const flow of elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow')) {
    const [source, target] = [idOf(flow.sourceRef), idOf(flow.targetRef)];
    if (!nodes.has(source) || !nodes.has(target)) refuse('有连线没有接好');
    outgoing.set(source, [...(outgoing.get(source) ?? []), flow]);
    incomingCounts.set(target, (incomingCounts.get(target) ?? 0) + 1);
  }
  return { nodes, outgoing, incomingCounts };
}

/** Returns the id of the next node. Refuses a node after which there is no flow, or several, or a conditional one. */
function nextNodeId({ outgoing }: Graph, node: Element): string {
  const flows = outgoing.get(idOf(node)) ?? [];
  const [flow] = flows;
  if (!flow) return refuse(`“${nameOf(node)}”之后没有连线`);
  if (flows.length > 1) refuse(`“${nameOf(node)}”之后有几条连线，却不是分支`);
  if (conditionText(flow) !== '') refuse(`“${nameOf(node)}”之后的连线带有条件`);
  return idOf(flow.targetRef);
}

interface StepsUntilJoin {
  steps: Step[];
  /** The id of the node where branches meet, or of the end event. */
  endId: string;
}

/**
 * Reads steps from a node up to the next node where branches meet, or to the end of the process. `visitedIds`: ids of
 * the nodes read so far, to detect cycles.
 */
function readSteps(graph: Graph, from: string, visitedIds: Set<string>): StepsUntilJoin {
  const steps: Step[] = [];
  let id = from;
  // true if the branches of the previous step meet at this node without a joining gateway; the node is then a step of
  // this list, although several flows lead to it
  let isAfterBranches = false;
  for (;;) {
    const node = graph.nodes.get(id) as Element;
    if ((!isAfterBranches && (graph.incomingCounts.get(id) ?? 0) > 1) || node.$type === 'bpmn:EndEvent')
      return { steps, endId: id };
    isAfterBranches = false;
    if (visitedIds.has(id)) refuse('流程中有往回走的连线');
    visitedIds.add(id);
    const mode = MODES[node.$type];
    if (mode) {
      const { step, nextId, hasJoin } = readBranchStep(graph, node, mode, visitedIds);
      steps.push(step);
      id = nextId;
      isAfterBranches = !hasJoin;
    } else {
      if (node.$type === 'bpmn:StartEvent') refuse('流程中有几个开始');
      steps.push({
        kind: node.$type === 'bpmn:UserTask' ? 'task' : 'copy',
        id,
        name: nameOf(node),
        data: readTask(node),
      });
      id = nextNodeId(graph, node);
    }
  }
}

/**
 * Reads a gateway and its branches as one step. `nextId`: the id of the node after this step. `hasJoin`: true if the
 * branches meet at a joining gateway, which belongs to this step; otherwise they meet at the node `nextId`.
 */
function readBranchStep(
  graph: Graph,
  node: Element,
  mode: BranchMode,
  visitedIds: Set<string>,
): { step: Step; nextId: string; hasJoin: boolean } {
  const flows = graph.outgoing.get(idOf(node)) ?? [];
  if (flows.length < 2) refuse(`分支“${nameOf(node)}”只有一条路`);
  const paths = flows.map((flow) => ({ flow, ...readSteps(graph, idOf(flow.targetRef), visitedIds) }));
  const meetingId = paths[0]?.endId ?? '';
  if (paths.some(({ endId }) => endId !== meetingId) || (graph.incomingCounts.get(meetingId) ?? 0) !== paths.length)
    refuse(`分支“${nameOf(node)}”的几条路没有汇到同一处`);
  const meetingNode = graph.nodes.get(meetingId) as Element;
  const hasJoin = meetingNode.$type === node.$type && (graph.outgoing.get(meetingId) ?? []).length === 1;
  if (!hasJoin && mode !== 'exclusive') refuse(`分支“${nameOf(node)}”没有对应的汇聚`);
  const branches = paths.map(({ flow, steps }): Branch => ({
    id: idOf(flow),
    name: flow.name?.trim() ?? '',
    condition: conditionText(flow),
    isDefault: idOf(node.default) === idOf(flow),
    steps,
  }));
  const step: Step = {
    kind: 'branch',
    id: idOf(node),
    name: node.name?.trim() ?? '',
    mode,
    join: hasJoin ? { id: meetingId, name: meetingNode.name?.trim() ?? '' } : null,
    branches,
  };
  if (hasJoin) visitedIds.add(meetingId);
  const nextId = hasJoin ? nextNodeId(graph, meetingNode) : meetingId;
  return { step, nextId, hasJoin };
}

/** The first user task must have at least one of these extension elements; otherwise it is no step of an approval. */
const APPROVAL_EXTENSIONS = new Set(['sf:Candidates', 'sf:Actions', 'sf:Field', 'sf:Table']);

/**
 * Reads a process as a list of steps. If this is not possible, for example because the process has an element that a
 * list cannot show, returns the `reason`. `definitions`: the root element of the BPMN file that contains the process.
 */
export function readPlan(definitions: Element, process: Element): ReadPlanResult {
  try {
    if (listOf(definitions, 'rootElements').some(({ $type }) => $type === 'bpmn:Collaboration'))
      refuse('流程图中有泳池');
    const graph = graphOf(process);
    const nodesOfType = (type: string): Element[] => [...graph.nodes.values()].filter(({ $type }) => $type === type);
    const [startEvents, endEvents] = [nodesOfType('bpmn:StartEvent'), nodesOfType('bpmn:EndEvent')];
    const [start, end] = [startEvents[0] ?? refuse('流程没有开始'), endEvents[0] ?? refuse('流程没有结束')];
    if (startEvents.length > 1 || endEvents.length > 1) refuse('流程有几个开始或结束');
    const firstNode = graph.nodes.get(nextNodeId(graph, start)) as Element;
    if (
      firstNode.$type !== 'bpmn:UserTask' ||
      !extensionsOf(firstNode).some(({ $type }) => APPROVAL_EXTENSIONS.has($type)) ||
      (graph.incomingCounts.get(idOf(firstNode)) ?? 0) !== 1
    )
      refuse('开始之后不是申请人提交的节点');
    const applicant: TaskStep = {
      kind: 'task',
      id: idOf(firstNode),
      name: nameOf(firstNode),
      data: readTask(firstNode),
    };
    const visitedIds = new Set([idOf(start), idOf(firstNode)]);
    const { steps, endId } = readSteps(graph, nextNodeId(graph, firstNode), visitedIds);
    if (endId !== idOf(end)) refuse('流程中有往回走的连线');
    // `visitedIds` contains every node that was reached, except the end event
    if (visitedIds.size + 1 < graph.nodes.size) refuse('有的元素没有连到流程里');
    return {
      ok: true,
      plan: {
        start: { id: idOf(start), name: start.name?.trim() ?? '' },
        applicant,
        steps,
        end: { id: idOf(end), name: end.name?.trim() ?? '' },
      },
    };
  } catch (error) {
    if (error instanceof NotAListError) return { ok: false, reason: error.message };
    throw error;
  }
}
