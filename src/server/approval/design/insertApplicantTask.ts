import { extensionsOf, listOf, type Element } from '../../flow/index.ts';
import type { CreateElement } from './importNote.ts';

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

const TASK = { width: 100, height: 80 };
const GAP = 60;

const shapesOf = (definitions: Element): Element[] =>
  listOf(definitions, 'diagrams').flatMap((diagram) =>
    listOf((diagram.plane as Element | undefined) ?? ({} as Element), 'planeElement'),
  );

/** Draws the new task at the place of the start event, which moves to the left. */
function drawTask(definitions: Element, start: Element, task: Element, flow: Element, make: CreateElement): void {
  const shapes = shapesOf(definitions);
  const shape = shapes.find((one) => (one.bpmnElement as Element | undefined)?.id === start.id && one.bounds);
  if (!shape) return;
  const bounds = shape.bounds as unknown as Bounds;
  const middle = { x: Number(bounds.x) + Number(bounds.width) / 2, y: Number(bounds.y) + Number(bounds.height) / 2 };
  bounds.x = middle.x - TASK.width / 2 - GAP - Number(bounds.width);
  const plane = shape.$parent as Element;
  const edge = Math.round(bounds.x + Number(bounds.width));
  const taskShape = make('bpmndi:BPMNShape', {
    id: `${task.id}_di`,
    bpmnElement: task,
    bounds: make('dc:Bounds', { x: middle.x - TASK.width / 2, y: middle.y - TASK.height / 2, ...TASK }),
  });
  const edgeShape = make('bpmndi:BPMNEdge', {
    id: `${flow.id}_di`,
    bpmnElement: flow,
    waypoint: [
      make('dc:Point', { x: edge, y: middle.y }),
      make('dc:Point', { x: middle.x - TASK.width / 2, y: middle.y }),
    ],
  });
  for (const one of [taskShape, edgeShape]) one.$parent = plane;
  plane.planeElement = [...listOf(plane, 'planeElement'), taskShape, edgeShape];
  // edges of the start event now begin at the border of the task
  for (const out of listOf(task, 'outgoing')) {
    const [first, second] = listOf(
      shapes.find((one) => (one.bpmnElement as Element | undefined)?.id === out.id) ?? ({} as Element),
      'waypoint',
    ) as unknown as { x: number; y: number }[];
    if (!first || !second) continue;
    if (Math.abs(second.x - middle.x) >= TASK.width / 2)
      first.x = middle.x + (Math.sign(second.x - middle.x) * TASK.width) / 2;
    else first.y = middle.y + (Math.sign(second.y - middle.y) * TASK.height) / 2;
  }
}

/**
 * Inserts the applicant's task after the start event of another engine's file that begins with an approval or a
 * gateway: once its assignees are converted, its first task would count as the applicant's. Null when the file already
 * has such a task.
 */
export function insertApplicantTask(definitions: Element, process: Element, make: CreateElement): Element | null {
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
  const usedIds = new Set(elements.map(({ id }) => id));
  const id = usedIds.has('applicantTask') ? `applicantTask_${elements.length}` : 'applicantTask';
  const extensionElements = make('bpmn:ExtensionElements', {
    values: [make('sf:Candidates', { type: 'initiator' }), make('sf:Actions', { value: 'submit,save' })],
  });
  const task = make('bpmn:UserTask', { id, name: '提交申请', extensionElements, incoming: [], outgoing: flows });
  for (const flow of flows) flow.sourceRef = task;
  const flow = make('bpmn:SequenceFlow', { id: `${id}_flow`, sourceRef: start, targetRef: task });
  task.incoming = [flow];
  start.outgoing = [flow];
  for (const one of [task, flow]) one.$parent = process;
  process.flowElements = [...elements, task, flow];
  drawTask(definitions, start, task, flow, make);
  return task;
}
