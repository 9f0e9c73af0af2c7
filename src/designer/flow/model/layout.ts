import { layOut, type Box, type DiagramLayout, type Size } from '../../../domain/bpmn/index.ts';
import { listOf, type Element, type MakeElement } from './moddle.ts';

/** Position of the diagram on the canvas, and the size and distance of data elements below it, in pixels. */
const LEFT_PX = 130;
const TOP_PX = 100;
const DATA_SHAPE = { width: 40, height: 50, gap: 110 };
/** Height of the name below an event or a gateway, in pixels. */
const NAME_HEIGHT_PX = 26;

/** The sizes of shapes in the drawing library. The first pattern that matches the type of an element applies. */
const SIZES: readonly (readonly [RegExp, Size])[] = [
  [/Event$/, { width: 36, height: 36 }],
  [/Gateway$/, { width: 50, height: 50 }],
  [/./, { width: 100, height: 80 }],
];
export const sizeOf = ({ $type }: Element): Size =>
  (SIZES.find(([test]) => test.test($type)) as readonly [RegExp, Size])[1];

/** Returns true if the element is a reference to data, which is drawn; a `dataObject` itself is not drawn. */
export const isDataReference = ({ $type }: Element): boolean => /Data(?:Object|Store)Reference$/.test($type);
/**
 * Returns true if the element is a boundary event that is attached to no activity. It stays in the file, but cannot be
 * drawn.
 */
export const isDetached = ({ $type, attachedToRef }: Element): boolean =>
  $type === 'bpmn:BoundaryEvent' && attachedToRef === undefined;
/** Returns true if the element is drawn as a node of the flow: an event, a task, a gateway or a sub-process. */
export const isNode = (element: Element): boolean =>
  !/SequenceFlow|DataObject|DataStore/.test(element.$type) && !isDetached(element);

const idOf = (element: unknown): string => (element as Element | undefined)?.id ?? '';

/** Lays out one level of a process; the contents of a sub-process are drawn on a separate plane. */
function layOutLevel(nodes: readonly Element[], flows: readonly Element[]): DiagramLayout {
  return layOut(
    nodes.map((node) => ({
      id: idOf(node),
      size: sizeOf(node),
      nameHeight: /(?:Event|Gateway)$/.test(node.$type) ? NAME_HEIGHT_PX : 0,
      isStart: node.$type === 'bpmn:StartEvent',
      host: node.$type === 'bpmn:BoundaryEvent' ? idOf(node.attachedToRef) : null,
    })),
    flows.map((flow) => ({ id: idOf(flow), source: idOf(flow.sourceRef), target: idOf(flow.targetRef) })),
  );
}

/** Lays out a process with its sub-processes, and replaces the diagrams of the file. */
export function drawDiagram(definitions: Element, process: Element, make: MakeElement): void {
  /** Returns the shapes and lines for the elements of a process or sub-process. */
  const createDiagramElements = (parent: Element): Element[] => {
    const diagramElements: Element[] = [];
    const addShape = (element: Element, box: Box, attributes: object = {}): void => {
      const bounds = make('dc:Bounds', { x: box.x, y: box.y, width: box.width, height: box.height });
      const shapeElement = make('bpmndi:BPMNShape', {
        id: `${element.id}_di`,
        bpmnElement: element,
        bounds,
        ...attributes,
      });
      bounds.$parent = shapeElement;
      diagramElements.push(shapeElement);
    };
    const elements = listOf(parent, 'flowElements');
    const flows = elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow');
    const nodes = elements.filter(isNode);
    const { boxes, lines, size } = layOutLevel(nodes, flows);
    for (const node of nodes) {
      const box = boxes.get(idOf(node));
      if (box)
        addShape(
          node,
          { ...box, x: box.x + LEFT_PX, y: box.y + TOP_PX },
          node.$type.endsWith('Gateway') ? { isMarkerVisible: true } : {},
        );
    }
    for (const [index, data] of elements.filter(isDataReference).entries())
      addShape(data, {
        x: LEFT_PX + index * (DATA_SHAPE.width + DATA_SHAPE.gap),
        y: TOP_PX + size.height + DATA_SHAPE.height,
        ...DATA_SHAPE,
      });
    for (const flow of flows) {
      const points = lines.get(idOf(flow));
      if (!points) continue;
      const waypoint = points.map(({ x, y }) => make('dc:Point', { x: x + LEFT_PX, y: y + TOP_PX }));
      diagramElements.push(make('bpmndi:BPMNEdge', { id: `${flow.id}_di`, bpmnElement: flow, waypoint }));
    }
    return diagramElements;
  };
  const diagrams: Element[] = [];
  const addPlane = (parent: Element): void => {
    const diagramElements = createDiagramElements(parent);
    const plane = make('bpmndi:BPMNPlane', {
      id: `${parent.id}_plane`,
      bpmnElement: parent,
      planeElement: diagramElements,
    });
    for (const piece of diagramElements) piece.$parent = plane;
    const diagram = make('bpmndi:BPMNDiagram', { id: `${parent.id}_diagram`, plane });
    plane.$parent = diagram;
    diagram.$parent = definitions;
    diagrams.push(diagram);
    for (const subProcess of listOf(parent, 'flowElements').filter(
      (element) => listOf(element, 'flowElements').length > 0,
    ))
      addPlane(subProcess);
  };
  addPlane(process);
  definitions.diagrams = diagrams;
}

/**
 * Returns true if the file has no diagram, or its diagrams lack elements of the process that can be drawn. Elements
 * inside sub-processes are not checked.
 */
export function isDiagramIncomplete(definitions: Element, process: Element): boolean {
  const drawnElements = new Set(
    listOf(definitions, 'diagrams')
      .flatMap((diagram) => listOf(diagram.plane as Element | undefined, 'planeElement'))
      .map((piece) => (piece.bpmnElement as Element | undefined)?.id),
  );
  const elements = listOf(process, 'flowElements');
  const nodes = new Set(elements.filter(isNode));
  // a sequence flow without source or target cannot be drawn
  const isDrawable = (element: Element): boolean =>
    isDataReference(element) ||
    nodes.has(element) ||
    (nodes.has(element.sourceRef as Element) && nodes.has(element.targetRef as Element));
  return elements.some((element) => element.id !== undefined && isDrawable(element) && !drawnElements.has(element.id));
}
