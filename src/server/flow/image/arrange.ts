import type { FlowDefinition, FlowNode } from '../definition.ts';
import { columnsOf } from './columns.ts';
import type { Box, FlowLayout, Point } from './shapes.ts';

const TASK = { width: 120, height: 70 };
const SMALL = { width: 40, height: 40 };
const GATEWAY = { width: 50, height: 50 };
const GAP = { x: 70, y: 36 };
const PADDING = 36;
/** Room for the name below an event or a gateway. */
const NAME = 26;
/** How far an event stands into the edge it is on. */
const ON_EDGE = 20;

interface Size {
  width: number;
  height: number;
}

function sizeOf({ kind, look }: FlowNode): Size {
  if (look === 'event') return SMALL;
  if (
    kind === 'userTask' ||
    kind === 'service' ||
    kind === 'pass' ||
    kind === 'wait' ||
    kind === 'copy' ||
    kind === 'unsupported' ||
    kind === 'scope'
  )
    return TASK;
  return kind === 'exclusive' || kind === 'parallel' || kind === 'inclusive' || kind === 'race' ? GATEWAY : SMALL;
}

const shifted = ({ x, y, ...size }: Box, by: Point): Box => ({ x: x + by.x, y: y + by.y, ...size });
const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

interface Drawn {
  boxes: Map<string, Box>;
  lines: Map<string, Point[]>;
  size: Size;
}

/** Events behind a gateway stand where they are, not on an edge. */
const isRaced = (flow: FlowDefinition, { attached }: FlowNode): boolean =>
  flow.nodes[attached?.to ?? '']?.kind === 'race';

/** Everything directly inside one sub-process (null: the process), with its corner at 0, 0. */
function arrangeScope(flow: FlowDefinition, parent: string | null): Drawn {
  const nodes = Object.values(flow.nodes).filter(
    (node) => node.parent === parent && (node.kind !== 'boundary' || isRaced(flow, node)),
  );
  const inner = new Map(
    nodes
      .filter(({ kind, inner: start }) => kind === 'scope' && start !== null)
      .map(({ id }) => [id, arrangeScope(flow, id)]),
  );
  const size = (node: FlowNode): Size => {
    const part = inner.get(node.id);
    return part ? { width: part.size.width + 2 * PADDING, height: part.size.height + 2 * PADDING } : sizeOf(node);
  };
  const { columns, back } = columnsOf(flow, nodes);
  const boxes = new Map<string, Box>();
  const spots = new Map<string, Point>();
  let left = 0;
  for (const column of columns) {
    const heights = column.map(({ node }) =>
      node ? size(node).height + (sizeOf(node) === TASK ? 0 : NAME) : SMALL.height / 2,
    );
    const wanted = column.map(({ before }) => {
      const ys = before.flatMap((key) => spots.get(key)?.y ?? []);
      return ys.length > 0 ? ys.reduce((sum, y) => sum + y, 0) / ys.length : 0;
    });
    const order = [...column.keys()].toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
    const ys: number[] = [];
    let bottom = -Infinity;
    for (const index of order) {
      const half = (heights[index] ?? 0) / 2;
      const y = Math.max(wanted[index] ?? 0, bottom + GAP.y + half);
      ys[index] = y;
      bottom = y + half;
    }
    // what had to give way downwards is spread around where it was wanted
    const lift =
      order.reduce((sum, index) => sum + (ys[index] ?? 0) - (wanted[index] ?? 0), 0) / Math.max(1, order.length);
    const width = Math.max(SMALL.width, ...column.map(({ node }) => (node ? size(node).width : 0)));
    for (const index of order) {
      const { key, node } = column[index] as (typeof column)[number];
      const y = (ys[index] ?? 0) - lift;
      spots.set(key, { x: left + width / 2, y });
      if (node) {
        const own = size(node);
        boxes.set(node.id, { x: left + (width - own.width) / 2, y: y - own.height / 2, ...own });
      }
    }
    left += width + GAP.x;
  }
  return whole(flow, { nodes, inner, boxes, spots, back });
}

interface Placed {
  nodes: readonly FlowNode[];
  inner: ReadonlyMap<string, Drawn>;
  boxes: Map<string, Box>;
  spots: ReadonlyMap<string, Point>;
  back: ReadonlySet<string>;
}

/** Events on edges, lines, what stands inside, and the corner brought to 0, 0. */
function whole(flow: FlowDefinition, { nodes, inner, boxes, spots, back }: Placed): Drawn {
  for (const node of nodes)
    if (node.kind !== 'race')
      for (const [index, id] of node.boundaries.entries()) {
        const host = boxes.get(node.id);
        if (host)
          boxes.set(id, {
            x: host.x + host.width - SMALL.width - 8 - index * (SMALL.width + 8),
            y: host.y + host.height - ON_EDGE,
            ...SMALL,
          });
      }
  const ids = new Set(boxes.keys());
  const lowest = Math.max(0, ...[...boxes.values()].map((box) => box.y + box.height));
  let lane = 0;
  const lines = new Map<string, Point[]>();
  for (const edge of Object.values(flow.edges)) {
    const from = boxes.get(edge.source);
    const to = boxes.get(edge.target);
    if (!from || !to || !ids.has(edge.source)) continue;
    if (back.has(edge.id)) {
      const y = lowest + NAME + 16 * ++lane;
      lines.set(edge.id, [
        { x: centre(from).x, y: from.y + from.height },
        { x: centre(from).x, y },
        { x: centre(to).x, y },
        { x: centre(to).x, y: to.y + to.height },
      ]);
      continue;
    }
    const source = flow.nodes[edge.source];
    const isFromEdge = source?.kind === 'boundary' && !isRaced(flow, source);
    const start: Point = isFromEdge
      ? { x: centre(from).x, y: from.y + from.height }
      : { x: from.x + from.width, y: centre(from).y };
    const bends: Point[] = [];
    for (let step = 1; spots.has(`${edge.id}#${step}`); step += 1) bends.push(spots.get(`${edge.id}#${step}`) as Point);
    lines.set(edge.id, orthogonal([start, ...bends, { x: to.x, y: centre(to).y }], isFromEdge));
  }
  for (const [id, part] of inner) {
    const box = boxes.get(id);
    if (!box) continue;
    const by = { x: box.x + PADDING, y: box.y + PADDING };
    for (const [key, each] of part.boxes) boxes.set(key, shifted(each, by));
    for (const [key, points] of part.lines)
      lines.set(
        key,
        points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y })),
      );
  }
  const points = [
    ...[...boxes.values()].flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
    ...[...lines.values()].flat(),
  ];
  const corner = { x: Math.min(0, ...points.map(({ x }) => x)), y: Math.min(...points.map(({ y }) => y), 0) };
  const by = { x: -corner.x, y: -corner.y };
  return {
    boxes: new Map([...boxes].map(([id, box]) => [id, shifted(box, by)])),
    lines: new Map([...lines].map(([id, list]) => [id, list.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }))])),
    size: {
      width: Math.max(TASK.width, ...points.map(({ x }) => x)) + by.x,
      height: Math.max(TASK.height, ...points.map(({ y }) => y)) + by.y,
    },
  };
}

/** The same way with right angles: each step goes level to half its width, then up or down. */
function orthogonal(points: readonly Point[], startsDown: boolean): Point[] {
  const way: Point[] = [];
  for (const [index, point] of points.entries()) {
    const last = way.at(-1);
    if (!last) {
      way.push(point);
      continue;
    }
    if (index === 1 && startsDown) way.push({ x: last.x, y: point.y });
    else if (Math.abs(last.y - point.y) > 1) {
      const x = Math.max(last.x, point.x - GAP.x / 2);
      way.push({ x, y: last.y }, { x, y: point.y });
    }
    way.push(point);
  }
  return way;
}

const MARGIN = 40;

/** A process drawn from left to right where its file says nothing of its picture. */
export function arranged(flow: FlowDefinition): FlowLayout {
  const { boxes, lines } = arrangeScope(flow, null);
  const by = { x: MARGIN, y: MARGIN };
  return {
    boxes: new Map([...boxes].map(([id, box]) => [id, shifted(box, by)])),
    lines: new Map([...lines].map(([id, points]) => [id, points.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }))])),
  };
}
