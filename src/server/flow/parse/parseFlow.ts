import { chosenProcess } from '../../../domain/bpmn/index.ts';
import type { Problem } from '../../../domain/problem/index.ts';
import { ensureApplicantTask } from './ensureApplicantTask.ts';
import { checkFlow } from '../check/checkFlow.ts';
import type { FlowDefinition, FlowEdge, FlowNode } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { listOf, loadProcesses, type Element } from './moddle.ts';
import { conditionOf } from './parseCondition.ts';
import { foreignAttribute } from './foreignAttributes.ts';
import { connectLinkEvents } from './connectLinkEvents.ts';
import { ignoredExtensionProblems } from './ignoredExtensions.ts';
import { parseNode, type MutableNode, type ParseContext } from './parseNode.ts';

/** Types of elements that are not converted to nodes. Sequence flows become edges; data objects are ignored. */
const IGNORED_TYPES = new Set([
  'bpmn:SequenceFlow',
  'bpmn:DataObject',
  'bpmn:DataObjectReference',
  'bpmn:DataStoreReference',
]);

/** References that must resolve for a flow to run. */
const REQUIRED_REFERENCES = new Set(['sourceRef', 'targetRef', 'attachedToRef', 'default']);

export interface ParsedFlow {
  /**
   * Null when the text is not BPMN or contains no process; otherwise everything that could be read, even when errors
   * forbid publishing.
   */
  definition: FlowDefinition | null;
  problems: Problem[];
}

/** Yields every element of the process, with the id of the sub-process around it; null at the top level. */
function* elementsOf(
  container: Element,
  parent: string | null = null,
): Generator<{ element: Element; parent: string | null }> {
  for (const element of listOf(container, 'flowElements')) {
    yield { element, parent };
    if (listOf(element, 'flowElements').length > 0) yield* elementsOf(element, element.id ?? null);
  }
}

/**
 * Reads the edges and fills `incoming` and `outgoing` of the nodes, in the order of the file. Leaves out an edge whose
 * source or target does not exist, and adds a problem.
 */
function readEdges(
  elements: readonly Element[],
  nodes: Record<string, MutableNode>,
  problems: Problem[],
): Record<string, FlowEdge> {
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
 * Returns whether a boundary event may be attached to a node. A sub-process accepts all events; a task, a service
 * call and a node that waits accept all except errors and escalations.
 */
const canAttachTo = (
  host: MutableNode | undefined,
  { error, escalation }: NonNullable<FlowNode['attached']>,
): boolean =>
  host !== undefined &&
  (host.kind === 'scope' ||
    (['userTask', 'wait', 'service'].includes(host.kind) && error === null && escalation === null));

/**
 * Adds each boundary event to `boundaries` of the node to which it is attached. Adds a problem if that node cannot have
 * this event. Skips event sub-processes, although they have `attached`.
 */
function attachBoundaries(nodes: Record<string, MutableNode>, problems: Problem[]): void {
  for (const node of Object.values(nodes)) {
    if (!node.attached || node.kind === 'scope') continue;
    const host = nodes[node.attached.to];
    if (host && canAttachTo(host, node.attached)) host.boundaries.push(node.id);
    else problems.push(flowProblem(node.id, `边界事件“${node.name}”所在的元素不支持它`));
  }
}

/**
 * Turns the events after an event-based gateway into boundary events of the gateway, which waits for the first event.
 * Adds a problem for any other node after the gateway, and for an event that has another incoming edge or boundary
 * events.
 */
function attachGatewayEvents(
  nodes: Record<string, MutableNode>,
  edges: Readonly<Record<string, FlowEdge>>,
  problems: Problem[],
): void {
  for (const gateway of Object.values(nodes)) {
    if (gateway.kind !== 'race') continue;
    for (const id of gateway.outgoing) {
      const event = nodes[edges[id]?.target ?? ''];
      if (
        !event ||
        (event.kind !== 'timer' && event.kind !== 'wait') ||
        event.incoming.length !== 1 ||
        event.boundaries.length > 0
      ) {
        problems.push(
          flowProblem(
            gateway.id,
            `事件网关“${gateway.name}”之后只能直接是各自等待的事件（定时、条件、信号、消息），“${event?.name ?? ''}”不是`,
          ),
        );
        continue;
      }
      nodes[event.id] = {
        ...event,
        kind: 'boundary',
        attached: { to: gateway.id, isInterrupting: true, error: null, escalation: null },
      };
      gateway.boundaries.push(event.id);
    }
  }
}

/**
 * Returns the id of the start event at the top level: the first without a trigger, else the first; '' if there is none.
 * If exactly one start event has no trigger, the others become nodes of kind 'pass'.
 */
function startOf(nodes: Record<string, MutableNode>, elements: ReadonlyMap<string, Element>): string {
  const starts = Object.values(nodes).filter((node) => node.kind === 'start' && node.parent === null);
  const withoutTrigger = starts.filter(
    ({ id }) => listOf(elements.get(id) ?? ({} as Element), 'eventDefinitions').length === 0,
  );
  // beside a start event without a trigger, the others never start the process; `checkFlow` reports several start
  // events without a trigger
  if (withoutTrigger.length === 1)
    for (const node of starts) if (node.id !== withoutTrigger[0]?.id) nodes[node.id] = { ...node, kind: 'pass' };
  return (withoutTrigger[0] ?? starts[0])?.id ?? '';
}

/**
 * Parses BPMN 2.0 text into a plain definition and its problems, each with the element's id as path. Never throws. An
 * unsupported element is an error that forbids publishing, but the rest of the file is parsed.
 */
export async function parseFlow(xml: string): Promise<ParsedFlow> {
  const loaded = await loadProcesses(xml);
  if (!loaded.ok)
    return { definition: null, problems: [flowProblem(undefined, `不是有效的 BPMN 文件（${loaded.detail}）`)] };
  const process = chosenProcess(loaded.processes);
  if (!process) return { definition: null, problems: [flowProblem(undefined, '文件中没有流程')] };
  // only unresolved references that the interpreter needs are problems; error codes, lanes and data may be missing
  const problems: Problem[] = loaded.warnings
    .filter(
      ({ message, property }) =>
        message.startsWith('unresolved reference') && REQUIRED_REFERENCES.has(property.replace('bpmn:', '')),
    )
    .map(({ message, elementId }) =>
      flowProblem(elementId, `引用的元素不存在（${message.replace('unresolved reference ', '')}）`),
    );
  if (loaded.processes.length > 1)
    problems.push(
      flowProblem(
        process.id,
        `文件中有 ${loaded.processes.length} 个流程，只取“${process.name ?? process.id}”`,
        'warning',
      ),
    );
  const elements = [...elementsOf(process)];
  const initiatorVariables = new Set(
    elements
      .filter(({ element }) => element.$type === 'bpmn:StartEvent')
      .map(({ element }) => foreignAttribute(element, 'initiator'))
      .filter(Boolean),
  );
  const context: ParseContext = { process, initiatorVariables, problems };
  const nodes: Record<string, MutableNode> = {};
  for (const { element, parent } of elements)
    if (element.id && !IGNORED_TYPES.has(element.$type)) nodes[element.id] = parseNode(element, parent, context);
  const edges = readEdges(
    elements.map(({ element }) => element),
    nodes,
    problems,
  );
  attachBoundaries(nodes, problems);
  attachGatewayEvents(nodes, edges, problems);
  connectLinkEvents(
    nodes,
    edges,
    new Set(
      elements
        .filter(({ element }) => element.$type === 'bpmn:IntermediateThrowEvent')
        .map(({ element }) => element.id ?? ''),
    ),
    problems,
  );
  problems.push(...ignoredExtensionProblems(xml, process, nodes, loaded.warnings));
  const startEventId = startOf(nodes, new Map(elements.map(({ element }) => [element.id ?? '', element])));
  const applicantTaskId = ensureApplicantTask(
    nodes,
    edges,
    startEventId,
    new Map(elements.map(({ element }) => [element.id ?? '', element])),
  );
  const definition: FlowDefinition = {
    key: process.id ?? '',
    name: process.name?.trim() || (process.id ?? ''),
    nodes,
    edges,
    startNodeId: startEventId,
    applicantNodeId: applicantTaskId,
  };
  return { definition, problems: [...problems, ...checkFlow(definition)] };
}
