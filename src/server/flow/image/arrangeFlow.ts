import {
  withoutNegativeCoordinates,
  layOut,
  type Box,
  type DiagramLayout,
  type Point,
  type Size,
} from '../../../domain/bpmn/index.ts';
import type { FlowDefinition, FlowNode } from '../definition.ts';
import type { FlowLayout } from './flowLayout.ts';

const TASK_SIZE = { width: 120, height: 70 };
const EVENT_SIZE = { width: 40, height: 40 };
const GATEWAY_SIZE = { width: 50, height: 50 };
/** Distance in px between the border of a sub-process and its content. */
const PADDING = 36;
/** Height in px that is reserved for the name below an event or a gateway. */
const NAME_HEIGHT = 26;
const MARGIN = 40;

/** Kinds of nodes that are drawn as a rectangle like a task, including sub-processes. */
const RECTANGLE_KINDS: ReadonlySet<FlowNode['kind']> = new Set([
  'userTask',
  'service',
  'pass',
  'wait',
  'copy',
  'unsupported',
  'scope',
]);
const GATEWAY_KINDS: ReadonlySet<FlowNode['kind']> = new Set(['exclusive', 'parallel', 'inclusive', 'race']);

/** Returns the size in which a node is drawn. For a sub-process: the size of a box without content. */
function drawnSize({ kind, shape }: FlowNode): Size {
  if (shape === 'event') return EVENT_SIZE;
  if (RECTANGLE_KINDS.has(kind)) return TASK_SIZE;
  return GATEWAY_KINDS.has(kind) ? GATEWAY_SIZE : EVENT_SIZE;
}

const shiftBox = ({ x, y, ...size }: Box, offset: Point): Box => ({ x: x + offset.x, y: y + offset.y, ...size });
const shiftLine = (points: readonly Point[], offset: Point): Point[] =>
  points.map(({ x, y }) => ({ x: x + offset.x, y: y + offset.y }));

/** Returns whether a node is an event after an event-based gateway. Such an event is not drawn as a boundary event. */
const isAfterEventGateway = (flow: FlowDefinition, { attached }: FlowNode): boolean =>
  flow.nodes[attached?.to ?? '']?.kind === 'race';

/**
 * Returns the layout of a sub-process (null: of the process) with the top left corner at 0, 0. The contents of nested
 * sub-processes are placed inside their boxes.
 */
function arrangeSubProcess(flow: FlowDefinition, parent: string | null): DiagramLayout {
  const nodes = Object.values(flow.nodes).filter((node) => node.parent === parent);
  const innerLayouts = new Map(
    nodes
      .filter(({ kind, innerStart }) => kind === 'scope' && innerStart !== null)
      .map(({ id }) => [id, arrangeSubProcess(flow, id)]),
  );
  const { boxes, lines } = layOut(
    nodes.map((node) => {
      const innerLayout = innerLayouts.get(node.id);
      return {
        id: node.id,
        size: innerLayout
          ? {
              width: Math.max(TASK_SIZE.width, innerLayout.size.width) + 2 * PADDING,
              height: Math.max(TASK_SIZE.height, innerLayout.size.height) + 2 * PADDING,
            }
          : drawnSize(node),
        nameHeight: drawnSize(node) === TASK_SIZE ? 0 : NAME_HEIGHT,
        isStart: node.kind === 'start',
        host: node.kind === 'boundary' && !isAfterEventGateway(flow, node) ? (node.attached?.to ?? null) : null,
      };
    }),
    Object.values(flow.edges),
  );
  for (const [id, innerLayout] of innerLayouts) {
    const box = boxes.get(id);
    if (!box) continue;
    const offset = { x: box.x + PADDING, y: box.y + PADDING };
    for (const [key, innerBox] of innerLayout.boxes) boxes.set(key, shiftBox(innerBox, offset));
    for (const [key, points] of innerLayout.lines) lines.set(key, shiftLine(points, offset));
  }
  return withoutNegativeCoordinates(boxes, lines);
}

/** Creates an automatic layout from left to right, for a process file without a complete diagram. */
export function arrangeFlow(flow: FlowDefinition): FlowLayout {
  const { boxes, lines } = arrangeSubProcess(flow, null);
  const offset = { x: MARGIN, y: MARGIN };
  return {
    boxes: new Map([...boxes].map(([id, box]) => [id, shiftBox(box, offset)])),
    lines: new Map([...lines].map(([id, points]) => [id, shiftLine(points, offset)])),
  };
}
