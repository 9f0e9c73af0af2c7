import { chosenProcess } from '../../../domain/bpmn/index.ts';
import type { Problem } from '../../../domain/problem/index.ts';
import { giveApplicant } from './giveApplicant.ts';
import { checkFlow } from '../check/checkFlow.ts';
import type { FlowDefinition, FlowEdge, FlowNode } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { listOf, loadProcesses, type Element } from './moddle.ts';
import { conditionOf } from './parseCondition.ts';
import { foreignAttribute } from './foreignAttributes.ts';
import { joinLinks } from './joinLinks.ts';
import { unreadWords } from './unreadElements.ts';
import { readNode, type MutableNode, type Reading } from './parseNode.ts';

/** Elements that carry no token and say nothing to the interpreter. */
const IGNORED = new Set([
  'bpmn:SequenceFlow',
  'bpmn:DataObject',
  'bpmn:DataObjectReference',
  'bpmn:DataStoreReference',
]);

/** References without which a flow cannot be run. */
const FOLLOWED = new Set(['sourceRef', 'targetRef', 'attachedToRef', 'default']);

export interface ParsedFlow {
  /** Null when the text is no process at all; otherwise as much as could be read, even when problems forbid publishing. */
  definition: FlowDefinition | null;
  problems: Problem[];
}

/** Every element of the process and of its sub-processes, with the sub-process it stands in. */
function* elementsOf(
  holder: Element,
  parent: string | null = null,
): Generator<{ element: Element; parent: string | null }> {
  for (const element of listOf(holder, 'flowElements')) {
    yield { element, parent };
    if (listOf(element, 'flowElements').length > 0) yield* elementsOf(element, element.id ?? null);
  }
}

/** Edges of the process; fills `incoming` and `outgoing` of the nodes, in the order of the file. */
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

/** What an event stands on may be: a sub-process for anything, a task for what does not come from inside of it. */
const mayStandOn = (host: MutableNode | undefined, { error, escalation }: NonNullable<FlowNode['attached']>): boolean =>
  host !== undefined &&
  (host.kind === 'scope' ||
    (['userTask', 'wait', 'service'].includes(host.kind) && error === null && escalation === null));

function attachBoundaries(nodes: Record<string, MutableNode>, problems: Problem[]): void {
  for (const node of Object.values(nodes)) {
    if (!node.attached || node.kind === 'scope') continue;
    const host = nodes[node.attached.to];
    if (host && mayStandOn(host, node.attached)) host.boundaries.push(node.id);
    else problems.push(flowProblem(node.id, `边界事件“${node.name}”所在的元素不支持它`));
  }
}

/** Behind a gateway of events the process waits for the first of them: they are to it what events on an edge are to a task. */
function attachRaces(
  nodes: Record<string, MutableNode>,
  edges: Readonly<Record<string, FlowEdge>>,
  problems: Problem[],
): void {
  for (const race of Object.values(nodes)) {
    if (race.kind !== 'race') continue;
    for (const id of race.outgoing) {
      const event = nodes[edges[id]?.target ?? ''];
      if (
        !event ||
        (event.kind !== 'timer' && event.kind !== 'wait') ||
        event.incoming.length !== 1 ||
        event.boundaries.length > 0
      ) {
        problems.push(
          flowProblem(
            race.id,
            `事件网关“${race.name}”之后只能直接是各自等待的事件（定时、条件、信号、消息），“${event?.name ?? ''}”不是`,
          ),
        );
        continue;
      }
      nodes[event.id] = {
        ...event,
        kind: 'boundary',
        attached: { to: race.id, isInterrupting: true, error: null, escalation: null },
      };
      race.boundaries.push(event.id);
    }
  }
}

/** Where the process begins: at the start that nothing triggers, else at the first one. */
function startOf(nodes: Record<string, MutableNode>, elements: ReadonlyMap<string, Element>): string {
  const starts = Object.values(nodes).filter((node) => node.kind === 'start' && node.parent === null);
  const plain = starts.filter(({ id }) => listOf(elements.get(id) ?? ({} as Element), 'eventDefinitions').length === 0);
  // another engine's other ways to begin never happen here; two plain ones say nothing of which is meant
  if (plain.length === 1)
    for (const node of starts) if (node.id !== plain[0]?.id) nodes[node.id] = { ...node, kind: 'pass' };
  return (plain[0] ?? starts[0])?.id ?? '';
}

/**
 * BPMN 2.0 text → plain definition and everything that is wrong with it, each with the element's id as path.
 * Never throws. What is not supported is an error (the flow cannot be published) but does not hide the rest.
 */
export async function parseFlow(xml: string): Promise<ParsedFlow> {
  const loaded = await loadProcesses(xml);
  if (!loaded.ok)
    return { definition: null, problems: [flowProblem(undefined, `不是有效的 BPMN 文件（${loaded.detail}）`)] };
  const process = chosenProcess(loaded.processes);
  if (!process) return { definition: null, problems: [flowProblem(undefined, '文件中没有流程')] };
  // an error's code may be written without declaring it; lanes and data carry no token
  const problems: Problem[] = loaded.warnings
    .filter(
      ({ message, property }) =>
        message.startsWith('unresolved reference') && FOLLOWED.has(property.replace('bpmn:', '')),
    )
    .map(({ message, element }) =>
      flowProblem(element, `引用的元素不存在（${message.replace('unresolved reference ', '')}）`),
    );
  if (loaded.processes.length > 1)
    problems.push(
      flowProblem(
        process.id,
        `文件中有 ${loaded.processes.length} 个流程，只取“${process.name ?? process.id}”`,
        'warning',
      ),
    );
  const all = [...elementsOf(process)];
  const starters = new Set(
    all
      .filter(({ element }) => element.$type === 'bpmn:StartEvent')
      .map(({ element }) => foreignAttribute(element, 'initiator'))
      .filter(Boolean),
  );
  const reading: Reading = { process, starters, problems };
  const nodes: Record<string, MutableNode> = {};
  for (const { element, parent } of all)
    if (element.id && !IGNORED.has(element.$type)) nodes[element.id] = readNode(element, parent, reading);
  const edges = readEdges(
    all.map(({ element }) => element),
    nodes,
    problems,
  );
  attachBoundaries(nodes, problems);
  attachRaces(nodes, edges, problems);
  joinLinks(
    nodes,
    edges,
    new Set(
      all
        .filter(({ element }) => element.$type === 'bpmn:IntermediateThrowEvent')
        .map(({ element }) => element.id ?? ''),
    ),
    problems,
  );
  problems.push(...unreadWords(xml, process, nodes, loaded.warnings));
  const start = startOf(nodes, new Map(all.map(({ element }) => [element.id ?? '', element])));
  const applicant = giveApplicant(nodes, edges, start, new Map(all.map(({ element }) => [element.id ?? '', element])));
  const definition: FlowDefinition = {
    key: process.id ?? '',
    name: process.name?.trim() || (process.id ?? ''),
    nodes,
    edges,
    start,
    applicant,
  };
  return { definition, problems: [...problems, ...checkFlow(definition)] };
}
