import { drawDiagram, lacksDiagram } from '../model/layout.ts';
import { listOf, type Element, type MakeElement } from '../model/moddle.ts';
import { extensionFor } from '../model/task.ts';
import { NO_DATA, type TaskData } from '../model/taskData.ts';
import { conditionText } from './readPlan.ts';
import type { BranchMode, Plan, Step } from './plan.ts';

interface NodeToWrite {
  id: string;
  type: string;
  name: string;
  data: TaskData | null;
  fallback: string | null;
}
interface FlowToWrite {
  id: string | null;
  source: string;
  target: string;
  name: string;
  condition: string;
}

const GATEWAYS: Readonly<Record<BranchMode, string>> = {
  exclusive: 'bpmn:ExclusiveGateway',
  parallel: 'bpmn:ParallelGateway',
  inclusive: 'bpmn:InclusiveGateway',
};

/** Loose ends: what the next node is connected to. */
interface End {
  source: string;
  id: string | null;
  name: string;
  condition: string;
}

const plainEnd = (source: string): End => ({ source, id: null, name: '', condition: '' });

function flatten({ start, applicant, steps, end }: Plan): { nodes: NodeToWrite[]; flows: FlowToWrite[] } {
  const nodes: NodeToWrite[] = [];
  const flows: FlowToWrite[] = [];
  const ways = new Map<string, number>();
  const connect = (ends: readonly End[], target: string): void => {
    for (const { source, ...more } of ends) flows.push({ source, target, ...more });
  };
  const put = (
    id: string,
    type: string,
    name: string,
    data: TaskData | null,
    ends: readonly End[],
    fallback: string | null = null,
  ): End[] => {
    connect(ends, id);
    nodes.push({ id, type, name, data, fallback });
    return [plainEnd(id)];
  };
  const list = (all: readonly Step[], before: readonly End[]): readonly End[] => {
    let ends = before;
    for (const step of all) {
      if (step.kind !== 'branch') {
        ends = put(step.id, step.kind === 'task' ? 'bpmn:UserTask' : 'bpmn:SendTask', step.name, step.data, ends);
        continue;
      }
      put(
        step.id,
        GATEWAYS[step.mode],
        step.name,
        null,
        ends,
        step.mode === 'parallel' ? null : (step.branches.find(({ isDefault }) => isDefault)?.id ?? null),
      );
      for (const [rank, { id }] of step.branches.entries()) ways.set(id, rank);
      const met = step.branches.flatMap((branch) =>
        list(branch.steps, [
          {
            source: step.id,
            id: branch.id,
            name: branch.name,
            condition: branch.isDefault || step.mode === 'parallel' ? '' : branch.condition,
          },
        ]),
      );
      ends = step.join ? put(step.join.id, GATEWAYS[step.mode], step.join.name, null, met) : met;
    }
    return ends;
  };
  let ends: readonly End[] = put(start.id, 'bpmn:StartEvent', start.name, null, []);
  ends = put(applicant.id, 'bpmn:UserTask', applicant.name, applicant.data, ends);
  put(end.id, 'bpmn:EndEvent', end.name, null, list(steps, ends));
  // the order of a gateway's flows is the order in which they are tried
  const place = new Map(nodes.map(({ id }, index) => [id, index]));
  const rank = ({ id }: FlowToWrite): number => ways.get(id ?? '') ?? 0;
  return {
    nodes,
    flows: flows.sort((a, b) => (place.get(a.source) ?? 0) - (place.get(b.source) ?? 0) || rank(a) - rank(b)),
  };
}

const shapeOf = (process: Element): string =>
  listOf(process, 'flowElements')
    .map((element) =>
      [element.id, (element.sourceRef as Element | undefined)?.id, (element.targetRef as Element | undefined)?.id].join(
        '>',
      ),
    )
    .sort()
    .join('|');

/**
 * Makes a process say what a plan says. Elements that were there keep whatever else they say; the diagram stays while
 * nodes and flows are the same, else it is laid out anew.
 */
export function writePlan(definitions: Element, process: Element, plan: Plan, make: MakeElement): void {
  const before = shapeOf(process);
  const old = new Map(listOf(process, 'flowElements').map((element) => [element.id ?? '', element]));
  const { nodes, flows } = flatten(plan);
  const elements = new Map<string, Element>();
  const set = (element: Element, properties: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(properties)) {
      if (value === undefined) delete element[key];
      else element[key] = value;
    }
  };
  for (const { id, type, name, data } of nodes) {
    const known = old.get(id);
    const element = known?.$type === type ? known : make(type, { id });
    set(element, { name: name === '' ? undefined : name, incoming: [], outgoing: [], default: undefined });
    if (type === 'bpmn:UserTask' || type === 'bpmn:SendTask')
      set(element, { extensionElements: extensionFor(element, data ?? NO_DATA, make) });
    if (element.extensionElements) (element.extensionElements as Element).$parent = element;
    elements.set(id, element);
  }
  const used = new Set<string>();
  const between = new Map(
    [...old.values()]
      .filter(({ $type }) => $type === 'bpmn:SequenceFlow')
      .map((flow) => [
        `${(flow.sourceRef as Element | undefined)?.id}>${(flow.targetRef as Element | undefined)?.id}`,
        flow.id ?? '',
      ]),
  );
  for (const { id: given, source, target, name, condition } of flows) {
    const known = given ?? between.get(`${source}>${target}`);
    let id = known !== undefined && !used.has(known) && !elements.has(known) ? known : `${source}_${target}`;
    for (let number = 2; used.has(id) || elements.has(id); number += 1) id = `${source}_${target}_${number}`;
    used.add(id);
    const flow =
      old.get(id)?.$type === 'bpmn:SequenceFlow' ? (old.get(id) as Element) : make('bpmn:SequenceFlow', { id });
    const [from, to] = [elements.get(source) as Element, elements.get(target) as Element];
    const isSame = conditionText(flow) === condition;
    set(flow, { name: name === '' ? undefined : name, sourceRef: from, targetRef: to });
    if (!isSame)
      set(flow, {
        conditionExpression:
          condition === '' ? undefined : make('bpmn:FormalExpression', { body: condition, language: 'cel' }),
      });
    if (flow.conditionExpression) (flow.conditionExpression as Element).$parent = flow;
    (from.outgoing as Element[]).push(flow);
    (to.incoming as Element[]).push(flow);
    elements.set(id, flow);
  }
  for (const { id, fallback } of nodes)
    if (fallback !== null) set(elements.get(id) as Element, { default: elements.get(fallback) });
  for (const element of elements.values()) element.$parent = process;
  process.flowElements = [...elements.values()];
  if (shapeOf(process) !== before || lacksDiagram(definitions, process)) drawDiagram(definitions, process, make);
}

/** A file of its own for a new process. */
export function newDefinitions(
  key: string,
  name: string,
  make: MakeElement,
): { definitions: Element; process: Element } {
  const process = make('bpmn:Process', { id: key, name, isExecutable: true, flowElements: [] });
  const definitions = make('bpmn:Definitions', {
    id: `definitions_${key}`,
    targetNamespace: 'urn:schema-first:flows',
    rootElements: [process],
    diagrams: [],
  });
  process.$parent = definitions;
  return { definitions, process };
}
