import { atCorner, layOut, type Box, type PictureLayout, type Point, type Size } from '../../../domain/bpmn/index.ts';
import type { FlowDefinition, FlowNode } from '../definition.ts';
import type { FlowLayout } from './shapes.ts';

const TASK = { width: 120, height: 70 };
const SMALL = { width: 40, height: 40 };
const GATEWAY = { width: 50, height: 50 };
const PADDING = 36;
/** Room for the name below an event or a gateway. */
const NAME = 26;
const MARGIN = 40;

const TASKS: ReadonlySet<FlowNode['kind']> = new Set([
  'userTask',
  'service',
  'pass',
  'wait',
  'copy',
  'unsupported',
  'scope',
]);
const GATEWAYS: ReadonlySet<FlowNode['kind']> = new Set(['exclusive', 'parallel', 'inclusive', 'race']);

function sizeOf({ kind, shape }: FlowNode): Size {
  if (shape === 'event') return SMALL;
  if (TASKS.has(kind)) return TASK;
  return GATEWAYS.has(kind) ? GATEWAY : SMALL;
}

const shiftedBox = ({ x, y, ...size }: Box, by: Point): Box => ({ x: x + by.x, y: y + by.y, ...size });
const shiftedLine = (points: readonly Point[], by: Point): Point[] =>
  points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }));

/** Events behind a gateway stand where they are, not on an edge. */
const isRaced = (flow: FlowDefinition, { attached }: FlowNode): boolean =>
  flow.nodes[attached?.to ?? '']?.kind === 'race';

/** Everything inside one sub-process (null: the process), with its corner at 0, 0; what stands inside of it is drawn into it. */
function arrangeScope(flow: FlowDefinition, parent: string | null): PictureLayout {
  const nodes = Object.values(flow.nodes).filter((node) => node.parent === parent);
  const inner = new Map(
    nodes
      .filter(({ kind, inner: start }) => kind === 'scope' && start !== null)
      .map(({ id }) => [id, arrangeScope(flow, id)]),
  );
  const { boxes, lines } = layOut(
    nodes.map((node) => {
      const part = inner.get(node.id);
      return {
        id: node.id,
        size: part
          ? {
              width: Math.max(TASK.width, part.size.width) + 2 * PADDING,
              height: Math.max(TASK.height, part.size.height) + 2 * PADDING,
            }
          : sizeOf(node),
        nameRoom: sizeOf(node) === TASK ? 0 : NAME,
        isStart: node.kind === 'start',
        host: node.kind === 'boundary' && !isRaced(flow, node) ? (node.attached?.to ?? null) : null,
      };
    }),
    Object.values(flow.edges),
  );
  for (const [id, part] of inner) {
    const box = boxes.get(id);
    if (!box) continue;
    const by = { x: box.x + PADDING, y: box.y + PADDING };
    for (const [key, each] of part.boxes) boxes.set(key, shiftedBox(each, by));
    for (const [key, points] of part.lines) lines.set(key, shiftedLine(points, by));
  }
  return atCorner(boxes, lines);
}

/** A process drawn from left to right where its file says nothing of its picture. */
export function arranged(flow: FlowDefinition): FlowLayout {
  const { boxes, lines } = arrangeScope(flow, null);
  const by = { x: MARGIN, y: MARGIN };
  return {
    boxes: new Map([...boxes].map(([id, box]) => [id, shiftedBox(box, by)])),
    lines: new Map([...lines].map(([id, points]) => [id, shiftedLine(points, by)])),
  };
}
