import type { Problem } from '../../kernel/problem.ts';
import type { FlowDefinition, FlowEdge, FlowNode, FlowNodeKind } from './definition.ts';
import { candidatesOf, conditionOf, rulesOf } from './parseTask.ts';
import { checkFlow } from './checkFlow.ts';
import { flowProblem } from './flowProblem.ts';
import { listOf, loadProcesses, type Element } from './moddle.ts';

const KINDS: Readonly<Record<string, FlowNodeKind>> = {
  'bpmn:StartEvent': 'start',
  'bpmn:EndEvent': 'end',
  'bpmn:UserTask': 'userTask',
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:InclusiveGateway': 'inclusive',
};

/** Elements that carry no token and say nothing to the interpreter. */
const IGNORED = new Set(['bpmn:SequenceFlow', 'bpmn:DataObject', 'bpmn:DataObjectReference', 'bpmn:DataStoreReference']);

export interface ParsedFlow {
  /** Null when the text is no process at all; otherwise as much as could be read, even when problems forbid publishing. */
  definition: FlowDefinition | null;
  problems: Problem[];
}

const eventDefinitions = (element: Element): string[] => listOf(element, 'eventDefinitions').map((event) => event.$type);

function kindOf(element: Element, problems: Problem[]): FlowNodeKind {
  const kind = KINDS[element.$type] ?? 'unsupported';
  const events = eventDefinitions(element);
  if (kind === 'end' && events.includes('bpmn:TerminateEventDefinition')) return 'terminate';
  const label = element.$type.replace('bpmn:', '');
  if (kind === 'unsupported') problems.push(flowProblem(element.id, `暂不支持元素“${element.name ?? element.id}”（${label}）`));
  else if (events.length > 0) problems.push(flowProblem(element.id, `暂不支持事件“${element.name ?? element.id}”的触发方式（${events[0]?.replace('bpmn:', '')}）`));
  if (element.loopCharacteristics) problems.push(flowProblem(element.id, `暂不支持“${element.name ?? element.id}”的会签（多实例）设置`));
  return kind;
}

type MutableNode = FlowNode & { incoming: string[]; outgoing: string[] };

function readNode(element: Element, problems: Problem[]): MutableNode {
  const kind = kindOf(element, problems);
  const id = element.id ?? '';
  return {
    id,
    name: element.name?.trim() || id,
    kind,
    incoming: [],
    outgoing: [],
    defaultEdge: (element.default as Element | undefined)?.id ?? null,
    candidates: kind === 'userTask' ? candidatesOf(element, problems) : [],
    rules: kind === 'userTask' ? rulesOf(element, problems) : null,
  };
}

/** Edges of the process; fills `incoming` and `outgoing` of the nodes, in the order of the file. */
function readEdges(elements: readonly Element[], nodes: Record<string, MutableNode>, problems: Problem[]): Record<string, FlowEdge> {
  const edges: Record<string, FlowEdge> = {};
  for (const element of elements) {
    if (element.$type !== 'bpmn:SequenceFlow') continue;
    const id = element.id ?? '';
    const source = (element.sourceRef as Element | undefined)?.id ?? '';
    const target = (element.targetRef as Element | undefined)?.id ?? '';
    const from = nodes[source];
    const to = nodes[target];
    if (!from || !to) {
      problems.push(flowProblem(id, `连线“${element.name ?? id}”的起点或终点不存在`));
      continue;
    }
    edges[id] = { id, name: element.name ?? '', source, target, condition: conditionOf(element, problems) };
    from.outgoing.push(id);
    to.incoming.push(id);
  }
  return edges;
}

/**
 * BPMN 2.0 text → plain definition and everything that is wrong with it, each with the element's id as path.
 * Never throws. What is not supported is an error (the flow cannot be published) but does not hide the rest.
 */
export async function parseFlow(xml: string): Promise<ParsedFlow> {
  const loaded = await loadProcesses(xml);
  if (!loaded.ok) return { definition: null, problems: [flowProblem(undefined, `不是有效的 BPMN 文件（${loaded.detail}）`)] };
  const process = loaded.processes.find((candidate) => listOf(candidate, 'flowElements').length > 0);
  if (!process) return { definition: null, problems: [flowProblem(undefined, '文件中没有流程')] };
  const problems: Problem[] = loaded.warnings.filter((warning) => warning.startsWith('unresolved reference'))
    .map((warning) => flowProblem(undefined, `引用的元素不存在（${warning.replace('unresolved reference ', '')}）`));
  if (loaded.processes.length > 1) problems.push(flowProblem(process.id, `文件中有 ${loaded.processes.length} 个流程，只取“${process.name ?? process.id}”`, 'warning'));
  const elements = listOf(process, 'flowElements');
  const nodes: Record<string, MutableNode> = {};
  for (const element of elements) if (element.id && !IGNORED.has(element.$type)) nodes[element.id] = readNode(element, problems);
  const edges = readEdges(elements, nodes, problems);
  const start = Object.values(nodes).find((node) => node.kind === 'start')?.id ?? '';
  const first = nodes[start]?.outgoing.map((edge) => nodes[edges[edge]?.target ?? '']).find((node) => node?.kind === 'userTask');
  const applicant = first?.id ?? '';
  if (first) nodes[applicant] = asApplicant(first);
  const definition: FlowDefinition = { key: process.id ?? '', name: process.name?.trim() || (process.id ?? ''), nodes, edges, start, applicant };
  return { definition, problems: [...problems, ...checkFlow(definition)] };
}

/** The first task is the applicant's whatever the file says of its holder: whoever submits completes it. */
const asApplicant = (node: MutableNode): MutableNode => ({
  ...node,
  candidates: [{ type: 'initiator', value: '' }],
  rules: node.rules && { ...node.rules, isStart: true, actions: ['submit', 'save'] },
});
