import { extensionsOf, listOf, unusedId, type Element } from '../../flow/index.ts';
import type { CreateElement } from './importNote.ts';

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

const TASK_SIZE = { width: 100, height: 80 };
const GAP = 60;

/** Returns the shapes and edges of the diagrams in the file. */
const planeElementsOf = (definitions: Element): Element[] =>
  listOf(definitions, 'diagrams').flatMap((diagram) =>
    listOf((diagram.plane as Element | undefined) ?? ({} as Element), 'planeElement'),
  );

/**
 * Adds the new task to the diagram at the position of the start event and moves the event to the left. `newFlow` leads
 * from the event to the task.
 */
function drawTask(definitions: Element, start: Element, task: Element, newFlow: Element, create: CreateElement): void {
  const planeElements = planeElementsOf(definitions);
  const shape = planeElements.find(
    (planeElement) => (planeElement.bpmnElement as Element | undefined)?.id === start.id && planeElement.bounds,
  );
  if (!shape) return;
  const bounds = shape.bounds as unknown as Bounds;
  const centre = { x: Number(bounds.x) + Number(bounds.width) / 2, y: Number(bounds.y) + Number(bounds.height) / 2 };
  bounds.x = centre.x - TASK_SIZE.width / 2 - GAP - Number(bounds.width);
  const plane = shape.$parent as Element;
  const eventRight = Math.round(bounds.x + Number(bounds.width));
  const taskShape = create('bpmndi:BPMNShape', {
    id: `${task.id}_di`,
    bpmnElement: task,
    bounds: create('dc:Bounds', {
      x: centre.x - TASK_SIZE.width / 2,
      y: centre.y - TASK_SIZE.height / 2,
      ...TASK_SIZE,
    }),
  });
  const edgeShape = create('bpmndi:BPMNEdge', {
    id: `${newFlow.id}_di`,
    bpmnElement: newFlow,
    waypoint: [
      create('dc:Point', { x: eventRight, y: centre.y }),
      create('dc:Point', { x: centre.x - TASK_SIZE.width / 2, y: centre.y }),
    ],
  });
  for (const newShape of [taskShape, edgeShape]) newShape.$parent = plane;
  plane.planeElement = [...listOf(plane, 'planeElement'), taskShape, edgeShape];
  // the edges that began at the start event now begin at the border of the task
  for (const outgoing of listOf(task, 'outgoing')) {
    const [firstPoint, secondPoint] = listOf(
      planeElements.find((planeElement) => (planeElement.bpmnElement as Element | undefined)?.id === outgoing.id) ??
        ({} as Element),
      'waypoint',
    ) as unknown as { x: number; y: number }[];
    if (!firstPoint || !secondPoint) continue;
    if (Math.abs(secondPoint.x - centre.x) >= TASK_SIZE.width / 2)
      firstPoint.x = centre.x + (Math.sign(secondPoint.x - centre.x) * TASK_SIZE.width) / 2;
    else firstPoint.y = centre.y + (Math.sign(secondPoint.y - centre.y) * TASK_SIZE.height) / 2;
  }
}

/**
 * Inserts a task for the applicant after the start event. A file of another engine may begin with a gateway, or with an
 * approval, which would otherwise be treated as the applicant's task. Returns the task. Returns null if the process
 * already begins with a task for the applicant, has no start event, or no sequence flow leaves its start event.
 * `allElements`: the elements of the process and of its sub-processes.
 */
export function insertApplicantTask(
  definitions: Element,
  process: Element,
  allElements: readonly Element[],
  create: CreateElement,
): Element | null {
  const elements = listOf(process, 'flowElements');
  const start = elements.find(({ $type }) => $type === 'bpmn:StartEvent');
  const flows = elements.filter(({ $type, sourceRef }) => $type === 'bpmn:SequenceFlow' && sourceRef === start);
  const target = flows[0]?.targetRef as Element | undefined;
  if (!start || !target) return null;
  const hasApplicantTask =
    flows.length === 1 &&
    target.$type === 'bpmn:UserTask' &&
    extensionsOf(target, 'sf:Candidates').some(({ type }) => type === 'initiator');
  if (hasApplicantTask) return null;
  const usedIds = new Set(
    [...listOf(definitions, 'rootElements'), ...allElements, ...planeElementsOf(definitions)].map(
      (element) => element.id,
    ),
  );
  const id = unusedId('applicantTask', (taskId) =>
    [taskId, `${taskId}_flow`, `${taskId}_di`, `${taskId}_flow_di`].some((newId) => usedIds.has(newId)),
  );
  const extensionElements = create('bpmn:ExtensionElements', {
    values: [create('sf:Candidates', { type: 'initiator' }), create('sf:Actions', { value: 'submit,save' })],
  });
  const task = create('bpmn:UserTask', { id, name: '提交申请', extensionElements, incoming: [], outgoing: flows });
  for (const flow of flows) flow.sourceRef = task;
  const newFlow = create('bpmn:SequenceFlow', { id: `${id}_flow`, sourceRef: start, targetRef: task });
  task.incoming = [newFlow];
  start.outgoing = [newFlow];
  for (const newElement of [task, newFlow]) newElement.$parent = process;
  process.flowElements = [...elements, task, newFlow];
  drawTask(definitions, start, task, newFlow, create);
  return task;
}
