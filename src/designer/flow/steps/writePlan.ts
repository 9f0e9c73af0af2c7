import { drawDiagram, isDiagramIncomplete } from '../model/layout.ts';
import { listOf, type Element, type MakeElement } from '../model/moddle.ts';
import { extensionFor } from '../model/task.ts';
import { NO_DATA, type TaskData } from '../model/taskData.ts';
import { conditionText } from './readPlan.ts';
import type { BranchMode, Plan, Step } from './plan.ts';

/** A node of the process. `data`: null for events and gateways. `defaultFlowId`: id of a gateway's default flow. */
interface NodeToWrite {
  id: string;
  type: string;
  name: string;
  data: TaskData | null;
  defaultFlowId: string | null;
}
/** A sequence flow. `source`, `target`: ids of nodes. `name`, `condition`: '' if there is none. */
interface FlowToWrite {
  /** The id of the branch that the flow begins; null: the id is chosen when the flow is written. */
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

/** A sequence flow without a target yet: it leads to the node that is added next. */
interface OpenFlow {
  source: string;
  id: string | null;
  name: string;
  condition: string;
}

const newOpenFlow = (source: string): OpenFlow => ({ source, id: null, name: '', condition: '' });

/** Returns the nodes and sequence flows of a plan, in the order in which they are written. */
function flattenPlan({ start, applicant, steps, end }: Plan): { nodes: NodeToWrite[]; flows: FlowToWrite[] } {
  const nodes: NodeToWrite[] = [];
  const flows: FlowToWrite[] = [];
  /** The position of each branch among the branches of its step, by the id of the branch. */
  const branchPositions = new Map<string, number>();
  const connect = (openFlows: readonly OpenFlow[], target: string): void => {
    for (const { source, ...flowData } of openFlows) flows.push({ source, target, ...flowData });
  };
  /** Adds a node as the target of the open flows. Returns a new open flow that starts at the node. */
  const addNode = (
    id: string,
    type: string,
    name: string,
    data: TaskData | null,
    openFlows: readonly OpenFlow[],
    defaultFlowId: string | null = null,
  ): OpenFlow[] => {
    connect(openFlows, id);
    nodes.push({ id, type, name, data, defaultFlowId });
    return [newOpenFlow(id)];
  };
  /** Adds steps and their branches; `incoming` lead to the first step. Returns the open flows after the last step. */
  const addSteps = (listedSteps: readonly Step[], incoming: readonly OpenFlow[]): readonly OpenFlow[] => {
    let openFlows = incoming;
    for (const step of listedSteps) {
      if (step.kind !== 'branch') {
        openFlows = addNode(
          step.id,
          step.kind === 'task' ? 'bpmn:UserTask' : 'bpmn:SendTask',
          step.name,
          step.data,
          openFlows,
        );
        continue;
      }
      addNode(
        step.id,
        GATEWAYS[step.mode],
        step.name,
        null,
        openFlows,
        step.mode === 'parallel' ? null : (step.branches.find(({ isDefault }) => isDefault)?.id ?? null),
      );
      for (const [position, { id }] of step.branches.entries()) branchPositions.set(id, position);
      const branchEnds = step.branches.flatMap((branch) =>
        addSteps(branch.steps, [
          {
            source: step.id,
            id: branch.id,
            name: branch.name,
            condition: branch.isDefault || step.mode === 'parallel' ? '' : branch.condition,
          },
        ]),
      );
      openFlows = step.join ? addNode(step.join.id, GATEWAYS[step.mode], step.join.name, null, branchEnds) : branchEnds;
    }
    return openFlows;
  };
  let openFlows: readonly OpenFlow[] = addNode(start.id, 'bpmn:StartEvent', start.name, null, []);
  openFlows = addNode(applicant.id, 'bpmn:UserTask', applicant.name, applicant.data, openFlows);
  addNode(end.id, 'bpmn:EndEvent', end.name, null, addSteps(steps, openFlows));
  // the branches stay in the order of the plan: the engine evaluates the flows of a gateway in their order in the file
  const nodeOrder = new Map(nodes.map(({ id }, index) => [id, index]));
  const branchPosition = ({ id }: FlowToWrite): number => branchPositions.get(id ?? '') ?? 0;
  return {
    nodes,
    flows: flows.sort(
      (a, b) =>
        (nodeOrder.get(a.source) ?? 0) - (nodeOrder.get(b.source) ?? 0) || branchPosition(a) - branchPosition(b),
    ),
  };
}

/** Returns a text that is equal for processes with the same nodes and connections. */
const structureOf = (process: Element): string =>
  listOf(process, 'flowElements')
    .map((element) =>
      [element.id, (element.sourceRef as Element | undefined)?.id, (element.targetRef as Element | undefined)?.id].join(
        '>',
      ),
    )
    .sort()
    .join('|');

/**
 * Changes a process so that its steps are those of a plan. Existing elements keep settings that a plan does not
 * contain. The diagram is kept if it is complete (`isDiagramIncomplete`) and the nodes and sequence flows are the same;
 * otherwise it is laid out again. `definitions`: the root element of the file. `make`: creates new elements.
 */
export function writePlan(definitions: Element, process: Element, plan: Plan, make: MakeElement): void {
  const structureBefore = structureOf(process);
  const oldElements = new Map(listOf(process, 'flowElements').map((element) => [element.id ?? '', element]));
  const { nodes, flows } = flattenPlan(plan);
  const elements = new Map<string, Element>();
  const setProperties = (element: Element, properties: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(properties)) {
      if (value === undefined) delete element[key];
      else element[key] = value;
    }
  };
  for (const { id, type, name, data } of nodes) {
    const existing = oldElements.get(id);
    const element = existing?.$type === type ? existing : make(type, { id });
    // a plan contains the id as the name of an element without a name; such a name is not written
    const hasNoName = name === '' || (name === id && !element.name?.trim());
    setProperties(element, { name: hasNoName ? undefined : name, incoming: [], outgoing: [], default: undefined });
    if (type === 'bpmn:UserTask' || type === 'bpmn:SendTask')
      setProperties(element, { extensionElements: extensionFor(element, data ?? NO_DATA, make) });
    if (element.extensionElements) (element.extensionElements as Element).$parent = element;
    elements.set(id, element);
  }
  const usedIds = new Set<string>();
  const oldFlowIds = new Map(
    [...oldElements.values()]
      .filter(({ $type }) => $type === 'bpmn:SequenceFlow')
      .map((flow) => [
        `${(flow.sourceRef as Element | undefined)?.id}>${(flow.targetRef as Element | undefined)?.id}`,
        flow.id ?? '',
      ]),
  );
  for (const { id: requestedId, source, target, name, condition } of flows) {
    const existingId = requestedId ?? oldFlowIds.get(`${source}>${target}`);
    let id =
      existingId !== undefined && !usedIds.has(existingId) && !elements.has(existingId)
        ? existingId
        : `${source}_${target}`;
    for (let number = 2; usedIds.has(id) || elements.has(id); number += 1) id = `${source}_${target}_${number}`;
    usedIds.add(id);
    const flow =
      oldElements.get(id)?.$type === 'bpmn:SequenceFlow'
        ? (oldElements.get(id) as Element)
        : make('bpmn:SequenceFlow', { id });
    const [sourceElement, targetElement] = [elements.get(source) as Element, elements.get(target) as Element];
    const isSameCondition = conditionText(flow) === condition;
    // a plan contains only the names of flows that begin a branch; other flows keep their names
    const flowName = requestedId === null ? flow.name : name || undefined;
    setProperties(flow, { name: flowName, sourceRef: sourceElement, targetRef: targetElement });
    if (!isSameCondition)
      setProperties(flow, {
        conditionExpression:
          condition === '' ? undefined : make('bpmn:FormalExpression', { body: condition, language: 'cel' }),
      });
    if (flow.conditionExpression) (flow.conditionExpression as Element).$parent = flow;
    (sourceElement.outgoing as Element[]).push(flow);
    (targetElement.incoming as Element[]).push(flow);
    elements.set(id, flow);
  }
  for (const { id, defaultFlowId } of nodes)
    if (defaultFlowId !== null) setProperties(elements.get(id) as Element, { default: elements.get(defaultFlowId) });
  for (const element of elements.values()) element.$parent = process;
  process.flowElements = [...elements.values()];
  if (structureOf(process) !== structureBefore || isDiagramIncomplete(definitions, process))
    drawDiagram(definitions, process, make);
}

/** Creates the root element of a process file (`definitions`) with an empty process, and returns both. */
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
