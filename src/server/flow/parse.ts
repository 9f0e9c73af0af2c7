import { chosenProcess } from '../../kernel/flow/process.ts';
import type { Problem } from '../../kernel/problem.ts';
import { giveApplicant } from './applicant.ts';
import { checkFlow } from './checkFlow.ts';
import type { FlowDefinition, FlowEdge } from './definition.ts';
import { flowProblem } from './flowProblem.ts';
import { listOf, loadProcesses, type Element } from './moddle.ts';
import { conditionOf } from './parseCondition.ts';
import { foreignAttribute } from './foreign.ts';
import { joinLinks } from './links.ts';
import { readNode, type MutableNode, type Reading } from './parseNode.ts';

/** Elements that carry no token and say nothing to the interpreter. */
const IGNORED = new Set(['bpmn:SequenceFlow', 'bpmn:DataObject', 'bpmn:DataObjectReference', 'bpmn:DataStoreReference']);

/** References without which a flow cannot be run. */
const FOLLOWED = new Set(['sourceRef', 'targetRef', 'attachedToRef', 'default']);

export interface ParsedFlow {
  /** Null when the text is no process at all; otherwise as much as could be read, even when problems forbid publishing. */
  definition: FlowDefinition | null;
  problems: Problem[];
}

/** Every element of the process and of its sub-processes, with the sub-process it stands in. */
function* elementsOf(holder: Element, parent: string | null = null): Generator<{ element: Element; parent: string | null }> {
  for (const element of listOf(holder, 'flowElements')) {
    yield { element, parent };
    if (listOf(element, 'flowElements').length > 0) yield* elementsOf(element, element.id ?? null);
  }
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

function attachBoundaries(nodes: Record<string, MutableNode>, problems: Problem[]): void {
  for (const node of Object.values(nodes)) {
    if (!node.attached) continue;
    const host = nodes[node.attached.to];
    const canStand = host !== undefined && (host.kind === 'scope' || host.kind === 'userTask' && node.attached.error === null && node.attached.escalation === null);
    if (canStand) host.boundaries.push(node.id);
    else problems.push(flowProblem(node.id, `边界事件“${node.name}”所在的元素不支持它`));
  }
}

/**
 * BPMN 2.0 text → plain definition and everything that is wrong with it, each with the element's id as path.
 * Never throws. What is not supported is an error (the flow cannot be published) but does not hide the rest.
 */
export async function parseFlow(xml: string): Promise<ParsedFlow> {
  const loaded = await loadProcesses(xml);
  if (!loaded.ok) return { definition: null, problems: [flowProblem(undefined, `不是有效的 BPMN 文件（${loaded.detail}）`)] };
  const process = chosenProcess(loaded.processes);
  if (!process) return { definition: null, problems: [flowProblem(undefined, '文件中没有流程')] };
  // an error's code may be written without declaring it; lanes and data carry no token
  const problems: Problem[] = loaded.warnings.filter(({ message, property }) => message.startsWith('unresolved reference') && FOLLOWED.has(property.replace('bpmn:', '')))
    .map(({ message, element }) => flowProblem(element, `引用的元素不存在（${message.replace('unresolved reference ', '')}）`));
  if (loaded.processes.length > 1) problems.push(flowProblem(process.id, `文件中有 ${loaded.processes.length} 个流程，只取“${process.name ?? process.id}”`, 'warning'));
  const all = [...elementsOf(process)];
  const starters = new Set(all.filter(({ element }) => element.$type === 'bpmn:StartEvent').map(({ element }) => foreignAttribute(element, 'initiator')).filter(Boolean));
  const reading: Reading = { process, starters, problems };
  const nodes: Record<string, MutableNode> = {};
  for (const { element, parent } of all) if (element.id && !IGNORED.has(element.$type)) nodes[element.id] = readNode(element, parent, reading);
  const edges = readEdges(all.map(({ element }) => element), nodes, problems);
  attachBoundaries(nodes, problems);
  joinLinks(nodes, edges, new Set(all.filter(({ element }) => element.$type === 'bpmn:IntermediateThrowEvent').map(({ element }) => element.id ?? '')), problems);
  const start = Object.values(nodes).find((node) => node.kind === 'start' && node.parent === null)?.id ?? '';
  const applicant = giveApplicant(nodes, edges, start, new Map(all.map(({ element }) => [element.id ?? '', element])));
  const definition: FlowDefinition = { key: process.id ?? '', name: process.name?.trim() || (process.id ?? ''), nodes, edges, start, applicant };
  return { definition, problems: [...problems, ...checkFlow(definition)] };
}
