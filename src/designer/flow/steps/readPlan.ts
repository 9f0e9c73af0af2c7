import { extensionsOf, listOf, type Element } from '../model/moddle.ts';
import { readTask } from '../model/task.ts';
import type { Branch, BranchMode, Plan, Step, TaskStep } from './plan.ts';

export type PlanRead = { ok: true; plan: Plan } | { ok: false; reason: string };

const MODES: Readonly<Record<string, BranchMode>> = {
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:InclusiveGateway': 'inclusive',
};
const KNOWN = new Set([
  'bpmn:StartEvent',
  'bpmn:EndEvent',
  'bpmn:UserTask',
  'bpmn:SendTask',
  'bpmn:SequenceFlow',
  ...Object.keys(MODES),
]);

/** The flow is not of the shape of a list; the text says why. */
class NotAList extends Error {}
const refuse = (reason: string): never => {
  throw new NotAList(reason);
};

interface Graph {
  nodes: ReadonlyMap<string, Element>;
  out: ReadonlyMap<string, readonly Element[]>;
  incoming: ReadonlyMap<string, number>;
}

const idOf = (element: unknown): string => (element as Element | undefined)?.id ?? '';
const nameOf = (element: Element): string => element.name?.trim() || (element.id ?? '');
export const conditionText = (flow: Element): string =>
  String((flow.conditionExpression as Element | undefined)?.body ?? '').trim();

function graphOf(process: Element): Graph {
  const elements = listOf(process, 'flowElements');
  const odd = elements.find(({ $type }) => !KNOWN.has($type));
  if (odd) refuse(`“${nameOf(odd)}”这样的元素只能在流程图中设置`);
  if (listOf(process, 'laneSets').length > 0 || listOf(process, 'artifacts').length > 0)
    refuse('流程图中有泳道或文字说明');
  const triggered = elements.find((element) => listOf(element, 'eventDefinitions').length > 0);
  if (triggered) refuse(`“${nameOf(triggered)}”带有触发方式`);
  const nodes = new Map(
    elements.filter(({ $type }) => $type !== 'bpmn:SequenceFlow').map((element) => [idOf(element), element]),
  );
  const out = new Map<string, Element[]>();
  const incoming = new Map<string, number>();
  for (const flow of elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow')) {
    const [source, target] = [idOf(flow.sourceRef), idOf(flow.targetRef)];
    if (!nodes.has(source) || !nodes.has(target)) refuse('有连线没有接好');
    out.set(source, [...(out.get(source) ?? []), flow]);
    incoming.set(target, (incoming.get(target) ?? 0) + 1);
  }
  return { nodes, out, incoming };
}

/** The one way on from a node that does not choose. */
function only({ out }: Graph, node: Element): string {
  const flows = out.get(idOf(node)) ?? [];
  const [flow] = flows;
  if (!flow) return refuse(`“${nameOf(node)}”之后没有连线`);
  if (flows.length > 1) refuse(`“${nameOf(node)}”之后有几条连线，却不是分支`);
  if (conditionText(flow) !== '') refuse(`“${nameOf(node)}”之后的连线带有条件`);
  return idOf(flow.targetRef);
}

interface Stretch {
  steps: Step[];
  /** The node at which several ways meet, or the end. */ at: string;
}

/** Steps from a node up to where ways meet or the process ends; `isMet`: the first node is such a place that is passed now. */
function stretch(graph: Graph, from: string, seen: Set<string>, isMet = false): Stretch {
  const steps: Step[] = [];
  let at = from;
  let isPassed = isMet;
  for (;;) {
    const node = graph.nodes.get(at) as Element;
    if ((!isPassed && (graph.incoming.get(at) ?? 0) > 1) || node.$type === 'bpmn:EndEvent') return { steps, at };
    isPassed = false;
    if (seen.has(at)) refuse('流程中有往回走的连线');
    seen.add(at);
    const mode = MODES[node.$type];
    if (mode) {
      const { step, next, isMeeting } = branchOf(graph, node, mode, seen);
      steps.push(step);
      at = next;
      isPassed = isMeeting;
    } else {
      if (node.$type === 'bpmn:StartEvent') refuse('流程中有几个开始');
      steps.push({
        kind: node.$type === 'bpmn:UserTask' ? 'task' : 'copy',
        id: at,
        name: nameOf(node),
        data: readTask(node),
      });
      at = only(graph, node);
    }
  }
}

function branchOf(
  graph: Graph,
  node: Element,
  mode: BranchMode,
  seen: Set<string>,
): { step: Step; next: string; isMeeting: boolean } {
  const flows = graph.out.get(idOf(node)) ?? [];
  if (flows.length < 2) refuse(`分支“${nameOf(node)}”只有一条路`);
  const ways = flows.map((flow) => ({ flow, ...stretch(graph, idOf(flow.targetRef), seen) }));
  const meeting = ways[0]?.at ?? '';
  if (ways.some(({ at }) => at !== meeting) || (graph.incoming.get(meeting) ?? 0) !== ways.length)
    refuse(`分支“${nameOf(node)}”的几条路没有汇到同一处`);
  const target = graph.nodes.get(meeting) as Element;
  const isJoin = target.$type === node.$type && (graph.out.get(meeting) ?? []).length === 1;
  if (!isJoin && mode !== 'exclusive') refuse(`分支“${nameOf(node)}”没有对应的汇聚`);
  const branches = ways.map(({ flow, steps }): Branch => ({
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
    join: isJoin ? { id: meeting, name: target.name?.trim() ?? '' } : null,
    branches,
  };
  if (isJoin) seen.add(meeting);
  const next = isJoin ? only(graph, target) : meeting;
  return { step, next, isMeeting: !isJoin };
}

const OURS = new Set(['sf:Candidates', 'sf:Actions', 'sf:Field', 'sf:Table']);

/** The process as a list of steps, or why it is none. Never throws. */
export function readPlan(definitions: Element, process: Element): PlanRead {
  try {
    if (listOf(definitions, 'rootElements').some(({ $type }) => $type === 'bpmn:Collaboration'))
      refuse('流程图中有泳池');
    const graph = graphOf(process);
    const of = (type: string): Element[] => [...graph.nodes.values()].filter(({ $type }) => $type === type);
    const [starts, ends] = [of('bpmn:StartEvent'), of('bpmn:EndEvent')];
    const [start, end] = [starts[0] ?? refuse('流程没有开始'), ends[0] ?? refuse('流程没有结束')];
    if (starts.length > 1 || ends.length > 1) refuse('流程有几个开始或结束');
    const first = graph.nodes.get(only(graph, start)) as Element;
    if (
      first.$type !== 'bpmn:UserTask' ||
      !extensionsOf(first).some(({ $type }) => OURS.has($type)) ||
      (graph.incoming.get(idOf(first)) ?? 0) !== 1
    )
      refuse('开始之后不是申请人提交的节点');
    const applicant: TaskStep = { kind: 'task', id: idOf(first), name: nameOf(first), data: readTask(first) };
    const seen = new Set([idOf(start), idOf(first)]);
    const { steps, at } = stretch(graph, only(graph, first), seen);
    if (at !== idOf(end)) refuse('流程中有往回走的连线');
    if (seen.size + 1 < graph.nodes.size) refuse('有的元素没有连到流程里');
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
    if (error instanceof NotAList) return { ok: false, reason: error.message };
    throw error;
  }
}
