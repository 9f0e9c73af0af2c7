import { listOf, type Element, type MakeElement } from './moddle.ts';
import { lineBetween, type Box } from '../../../domain/bpmn/index.ts';
import { isLoose, isNode, isThing, sizeOf } from './layout.ts';

interface Numbers {
  x: unknown;
  y: unknown;
  width?: unknown;
  height?: unknown;
}

/** Farther from the middle than this nothing is drawn exactly any more, and lines are not drawn at all. */
const FAR = 50_000;
const GAP = 60;
const STEP = 150;

const piecesOf = (definitions: Element): Element[] =>
  listOf(definitions, 'diagrams').flatMap((diagram) => listOf(diagram.plane as Element | undefined, 'planeElement'));
const pointsOf = (piece: Element): Numbers[] => listOf(piece, 'waypoint') as unknown as Numbers[];
const boundsOf = (piece: Element): Numbers | undefined => piece.bounds as Numbers | undefined;
const isPlace = ({ x, y, width = 0, height = 0 }: Numbers): boolean =>
  [x, y, width, height].every((value) => Number.isFinite(value));

/** Does the diagram say where nothing can be: no numbers, a line of one point, a shape without a place or of what stands nowhere? */
export const isBroken = (definitions: Element): boolean =>
  piecesOf(definitions).some((piece) => {
    if (piece.$type === 'bpmndi:BPMNShape') {
      const bounds = boundsOf(piece);
      const of = piece.bpmnElement as Element | undefined;
      return !bounds || !isPlace(bounds) || (of !== undefined && isLoose(of));
    }
    return piece.$type === 'bpmndi:BPMNEdge' && (pointsOf(piece).length < 2 || !pointsOf(piece).every(isPlace));
  });

/** Brings a drawing that stands far away to where it can be drawn. Answers whether it had to. */
export function bringNear(definitions: Element): boolean {
  let isMoved = false;
  for (const diagram of listOf(definitions, 'diagrams')) {
    const places = listOf(diagram.plane as Element | undefined, 'planeElement').flatMap((piece) => {
      const label = (piece.label as Element | undefined)?.bounds as Numbers | undefined;
      return [boundsOf(piece), label, ...pointsOf(piece)].filter((place): place is Numbers => place !== undefined);
    }) as { x: number; y: number }[];
    if (!places.some(({ x, y }) => Math.abs(x) > FAR || Math.abs(y) > FAR)) continue;
    const [left, top] = [Math.min(...places.map(({ x }) => x)), Math.min(...places.map(({ y }) => y))];
    for (const place of places) {
      place.x += GAP - left;
      place.y += GAP - top;
    }
    isMoved = true;
  }
  return isMoved;
}

/** The boxes of what is drawn already, in the part of the drawing that holds most of the process. */
function drawnPart(
  definitions: Element,
  nodes: ReadonlySet<Element>,
): { plane: Element; boxes: Map<Element, Box> } | null {
  const parts = listOf(definitions, 'diagrams')
    .map((diagram) => diagram.plane as Element)
    .map((plane) => ({
      plane,
      boxes: new Map(
        listOf(plane, 'planeElement')
          .filter((piece) => piece.bounds && nodes.has(piece.bpmnElement as Element))
          .map((piece) => [piece.bpmnElement as Element, piece.bounds as unknown as Box]),
      ),
    }));
  return parts.reduce<(typeof parts)[number] | null>(
    (best, part) => (part.boxes.size > (best?.boxes.size ?? 0) ? part : best),
    null,
  );
}

/**
 * Adds what a drawing leaves out, below what it has, with the lines; what is drawn (pools and lanes, too) stays.
 * False where less than half of the nodes are drawn: then the whole is better laid out anew.
 */
export function completeDiagram(definitions: Element, process: Element, make: MakeElement): boolean {
  const elements = listOf(process, 'flowElements');
  const nodes = elements.filter((element) => isNode(element) || isThing(element));
  const part = drawnPart(definitions, new Set(nodes));
  if (!part || part.boxes.size * 2 < elements.filter(isNode).length) return false;
  const { plane, boxes } = part;
  const add = (piece: Element): void => {
    piece.$parent = plane;
    plane.planeElement = [...listOf(plane, 'planeElement'), piece];
  };
  const foot = Math.max(
    ...listOf(plane, 'planeElement').map((piece) => {
      const { y, height } = (piece.bounds ?? { y: 0, height: 0 }) as { y: number; height: number };
      return y + height;
    }),
  );
  const left = Math.min(...[...boxes.values()].map(({ x }) => x));
  const missing = nodes.filter((node) => !boxes.has(node));
  for (const [at, node] of missing.entries()) {
    const size = isThing(node) ? { width: 40, height: 50 } : sizeOf(node);
    const host = node.$type === 'bpmn:BoundaryEvent' ? boxes.get(node.attachedToRef as Element) : undefined;
    const box = host
      ? { x: host.x + host.width - 30, y: host.y + host.height - 18, ...size }
      : { x: left + at * STEP, y: foot + GAP, ...size };
    boxes.set(node, box);
    const bounds = make('dc:Bounds', { ...box });
    const shape = make('bpmndi:BPMNShape', { id: `${node.id}_di_added`, bpmnElement: node, bounds });
    bounds.$parent = shape;
    add(shape);
  }
  // a line to or from what stood nowhere ends in the air
  const added = new Set(missing);
  plane.planeElement = listOf(plane, 'planeElement').filter((piece) => {
    const flow = piece.bpmnElement as Element | undefined;
    return (
      piece.$type !== 'bpmndi:BPMNEdge' ||
      (!added.has(flow?.sourceRef as Element) && !added.has(flow?.targetRef as Element))
    );
  });
  const drawn = new Set(piecesOf(definitions).map((piece) => piece.bpmnElement as Element));
  for (const flow of elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow')) {
    const [from, to] = [boxes.get(flow.sourceRef as Element), boxes.get(flow.targetRef as Element)];
    if (drawn.has(flow) || !from || !to) continue;
    const points = lineBetween(from, to).map((point) => make('dc:Point', point));
    const edge = make('bpmndi:BPMNEdge', { id: `${flow.id}_di_added`, bpmnElement: flow, waypoint: points });
    for (const point of points) point.$parent = edge;
    add(edge);
  }
  return true;
}
