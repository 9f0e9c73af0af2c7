import { layOut, type Box, type PictureLayout, type Size } from '../../../domain/bpmn/index.ts';
import { listOf, type Element, type MakeElement } from './moddle.ts';

/** Where the picture begins on the canvas, and between pieces of data below it. */
const LEFT = 130;
const TOP = 100;
const DATA = { width: 40, height: 50, gap: 110 };
/** Room for the name below an event or a gateway. */
const NAME = 26;

/** The sizes that the drawing tool gives its shapes. */
const SIZES: readonly (readonly [RegExp, Size])[] = [
  [/Event$/, { width: 36, height: 36 }],
  [/Gateway$/, { width: 50, height: 50 }],
  [/./, { width: 100, height: 80 }],
];
export const sizeOf = ({ $type }: Element): Size =>
  (SIZES.find(([test]) => test.test($type)) as readonly [RegExp, Size])[1];

/** Data that a process names; what it only declares (`dataObject`) has no picture. */
export const isThing = ({ $type }: Element): boolean => /Data(?:Object|Store)Reference$/.test($type);
/** An event on the edge of what is not there: it stays in the file and is named, but stands nowhere. */
export const isLoose = ({ $type, attachedToRef }: Element): boolean =>
  $type === 'bpmn:BoundaryEvent' && attachedToRef === undefined;
export const isNode = (element: Element): boolean =>
  !/SequenceFlow|DataObject|DataStore/.test(element.$type) && !isLoose(element);

const idOf = (element: unknown): string => (element as Element | undefined)?.id ?? '';

/** One level of a process: sub-processes stay closed, for the drawing tool shows what is in them on a plane of its own. */
function arrange(nodes: readonly Element[], flows: readonly Element[]): PictureLayout {
  return layOut(
    nodes.map((node) => ({
      id: idOf(node),
      size: sizeOf(node),
      nameHeight: /(?:Event|Gateway)$/.test(node.$type) ? NAME : 0,
      isStart: node.$type === 'bpmn:StartEvent',
      host: node.$type === 'bpmn:BoundaryEvent' ? idOf(node.attachedToRef) : null,
    })),
    flows.map((flow) => ({ id: idOf(flow), source: idOf(flow.sourceRef), target: idOf(flow.targetRef) })),
  );
}

/** Gives a process a diagram: for files that have none, and for steps that changed their shape. Takes the place of what was there. */
export function drawDiagram(definitions: Element, process: Element, make: MakeElement): void {
  const draw = (holder: Element): Element[] => {
    const pieces: Element[] = [];
    const shape = (element: Element, box: Box, more: object = {}): void => {
      const bounds = make('dc:Bounds', { x: box.x, y: box.y, width: box.width, height: box.height });
      const made = make('bpmndi:BPMNShape', { id: `${element.id}_di`, bpmnElement: element, bounds, ...more });
      bounds.$parent = made;
      pieces.push(made);
    };
    const elements = listOf(holder, 'flowElements');
    const flows = elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow');
    const nodes = elements.filter(isNode);
    const { boxes, lines, size } = arrange(nodes, flows);
    for (const node of nodes) {
      const box = boxes.get(idOf(node));
      if (box)
        shape(
          node,
          { ...box, x: box.x + LEFT, y: box.y + TOP },
          node.$type.endsWith('Gateway') ? { isMarkerVisible: true } : {},
        );
    }
    for (const [at, thing] of elements.filter(isThing).entries())
      shape(thing, { x: LEFT + at * (DATA.width + DATA.gap), y: TOP + size.height + DATA.height, ...DATA });
    for (const flow of flows) {
      const points = lines.get(idOf(flow));
      if (!points) continue;
      const waypoint = points.map(({ x, y }) => make('dc:Point', { x: x + LEFT, y: y + TOP }));
      pieces.push(make('bpmndi:BPMNEdge', { id: `${flow.id}_di`, bpmnElement: flow, waypoint }));
    }
    return pieces;
  };
  const planes: Element[] = [];
  const plane = (of: Element): void => {
    const pieces = draw(of);
    const made = make('bpmndi:BPMNPlane', { id: `${of.id}_plane`, bpmnElement: of, planeElement: pieces });
    for (const piece of pieces) piece.$parent = made;
    const diagram = make('bpmndi:BPMNDiagram', { id: `${of.id}_diagram`, plane: made });
    made.$parent = diagram;
    diagram.$parent = definitions;
    planes.push(diagram);
    for (const inner of listOf(of, 'flowElements').filter((element) => listOf(element, 'flowElements').length > 0))
      plane(inner);
  };
  plane(process);
  definitions.diagrams = planes;
}

/** Does the diagram leave nodes of the process out, or is there none? */
export function lacksDiagram(definitions: Element, process: Element): boolean {
  const drawn = new Set(
    listOf(definitions, 'diagrams')
      .flatMap((diagram) => listOf(diagram.plane as Element | undefined, 'planeElement'))
      .map((piece) => (piece.bpmnElement as Element | undefined)?.id),
  );
  const elements = listOf(process, 'flowElements');
  const nodes = new Set(elements.filter(isNode));
  // a line that hangs in the air cannot be drawn, by whomever
  const canDraw = (element: Element): boolean =>
    isThing(element) ||
    nodes.has(element) ||
    (nodes.has(element.sourceRef as Element) && nodes.has(element.targetRef as Element));
  return elements.some((element) => element.id !== undefined && canDraw(element) && !drawn.has(element.id));
}
