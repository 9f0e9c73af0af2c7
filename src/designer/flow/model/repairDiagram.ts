import { listOf, type Element, type MakeElement } from './moddle.ts';
import { lineBetween, type Box } from '../../../domain/bpmn/index.ts';
import { isDetached, isNode, isDataReference, sizeOf } from './layout.ts';

interface Coordinates {
  x: unknown;
  y: unknown;
  width?: unknown;
  height?: unknown;
}

/** Maximum coordinate. Beyond it shapes are drawn inexactly and lines not at all. */
const MAX_COORDINATE = 50_000;
/** Free space above the added nodes, and above and to the left of a moved diagram. */
const GAP_PX = 60;
/** Distance between the left edges of two added nodes. */
const STEP_PX = 150;

const diagramElementsOf = (definitions: Element): Element[] =>
  listOf(definitions, 'diagrams').flatMap((diagram) => listOf(diagram.plane as Element | undefined, 'planeElement'));
const pointsOf = (diagramElement: Element): Coordinates[] =>
  listOf(diagramElement, 'waypoint') as unknown as Coordinates[];
const boundsOf = (diagramElement: Element): Coordinates | undefined => diagramElement.bounds as Coordinates | undefined;
const isFinitePosition = ({ x, y, width = 0, height = 0 }: Coordinates): boolean =>
  [x, y, width, height].every((value) => Number.isFinite(value));

/**
 * Returns true if a shape or line of the diagram cannot be drawn: coordinates that are not numbers, a line with
 * fewer than two points, or a boundary event without a host (`isDetached`).
 */
export const hasInvalidCoordinates = (definitions: Element): boolean =>
  diagramElementsOf(definitions).some((diagramElement) => {
    if (diagramElement.$type === 'bpmndi:BPMNShape') {
      const bounds = boundsOf(diagramElement);
      const element = diagramElement.bpmnElement as Element | undefined;
      return !bounds || !isFinitePosition(bounds) || (element !== undefined && isDetached(element));
    }
    return (
      diagramElement.$type === 'bpmndi:BPMNEdge' &&
      (pointsOf(diagramElement).length < 2 || !pointsOf(diagramElement).every(isFinitePosition))
    );
  });

/** Moves diagrams with too large coordinates near the origin. Returns true if a diagram was moved. */
export function moveNearOrigin(definitions: Element): boolean {
  let wasMoved = false;
  for (const diagram of listOf(definitions, 'diagrams')) {
    const points = listOf(diagram.plane as Element | undefined, 'planeElement').flatMap((diagramElement) => {
      const label = (diagramElement.label as Element | undefined)?.bounds as Coordinates | undefined;
      return [boundsOf(diagramElement), label, ...pointsOf(diagramElement)].filter(
        (point): point is Coordinates => point !== undefined,
      );
    }) as { x: number; y: number }[];
    if (!points.some(({ x, y }) => Math.abs(x) > MAX_COORDINATE || Math.abs(y) > MAX_COORDINATE)) continue;
    const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))];
    for (const point of points) {
      point.x += GAP_PX - left;
      point.y += GAP_PX - top;
    }
    wasMoved = true;
  }
  return wasMoved;
}

/** Returns the plane that shows most of the nodes, with the boxes of these nodes; null if no plane shows any. */
function mainPlane(
  definitions: Element,
  nodes: ReadonlySet<Element>,
): { plane: Element; boxes: Map<Element, Box> } | null {
  const candidates = listOf(definitions, 'diagrams')
    .map((diagram) => diagram.plane as Element)
    .map((plane) => ({
      plane,
      boxes: new Map(
        listOf(plane, 'planeElement')
          .filter((diagramElement) => diagramElement.bounds && nodes.has(diagramElement.bpmnElement as Element))
          .map((diagramElement) => [diagramElement.bpmnElement as Element, diagramElement.bounds as unknown as Box]),
      ),
    }));
  return candidates.reduce<(typeof candidates)[number] | null>(
    (best, candidate) => (candidate.boxes.size > (best?.boxes.size ?? 0) ? candidate : best),
    null,
  );
}

/**
 * Adds the missing nodes below the existing ones, and the missing lines; existing shapes, including pools and lanes,
 * are kept. Returns false if less than half of the nodes are drawn; the caller then lays out the whole process.
 */
export function completeDiagram(definitions: Element, process: Element, make: MakeElement): boolean {
  const elements = listOf(process, 'flowElements');
  const nodes = elements.filter((element) => isNode(element) || isDataReference(element));
  const mainDiagram = mainPlane(definitions, new Set(nodes));
  if (!mainDiagram || mainDiagram.boxes.size * 2 < elements.filter(isNode).length) return false;
  const { plane, boxes } = mainDiagram;
  const addDiagramElement = (diagramElement: Element): void => {
    diagramElement.$parent = plane;
    plane.planeElement = [...listOf(plane, 'planeElement'), diagramElement];
  };
  const bottom = Math.max(
    ...listOf(plane, 'planeElement').map((diagramElement) => {
      const { y, height } = (diagramElement.bounds ?? { y: 0, height: 0 }) as { y: number; height: number };
      return y + height;
    }),
  );
  const left = Math.min(...[...boxes.values()].map(({ x }) => x));
  const missingNodes = nodes.filter((node) => !boxes.has(node));
  for (const [index, node] of missingNodes.entries()) {
    const size = isDataReference(node) ? { width: 40, height: 50 } : sizeOf(node);
    const host = node.$type === 'bpmn:BoundaryEvent' ? boxes.get(node.attachedToRef as Element) : undefined;
    const box = host
      ? { x: host.x + host.width - 30, y: host.y + host.height - 18, ...size }
      : { x: left + index * STEP_PX, y: bottom + GAP_PX, ...size };
    boxes.set(node, box);
    const bounds = make('dc:Bounds', { ...box });
    const shape = make('bpmndi:BPMNShape', { id: `${node.id}_di_added`, bpmnElement: node, bounds });
    bounds.$parent = shape;
    addDiagramElement(shape);
  }
  // removes the lines that begin or end at an added node, because their ends are wrong; they are drawn again below
  const addedNodes = new Set(missingNodes);
  plane.planeElement = listOf(plane, 'planeElement').filter((diagramElement) => {
    const flow = diagramElement.bpmnElement as Element | undefined;
    return (
      diagramElement.$type !== 'bpmndi:BPMNEdge' ||
      (!addedNodes.has(flow?.sourceRef as Element) && !addedNodes.has(flow?.targetRef as Element))
    );
  });
  const drawnElements = new Set(
    diagramElementsOf(definitions).map((diagramElement) => diagramElement.bpmnElement as Element),
  );
  for (const flow of elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow')) {
    const [from, to] = [boxes.get(flow.sourceRef as Element), boxes.get(flow.targetRef as Element)];
    if (drawnElements.has(flow) || !from || !to) continue;
    const points = lineBetween(from, to).map((point) => make('dc:Point', point));
    const edge = make('bpmndi:BPMNEdge', { id: `${flow.id}_di_added`, bpmnElement: flow, waypoint: points });
    for (const point of points) point.$parent = edge;
    addDiagramElement(edge);
  }
  return true;
}
