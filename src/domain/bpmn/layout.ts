/** Layout of a process picture from left to right: one algorithm for the pictures of the server and the drawing tool. Pure. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}

export interface LayoutNode {
  id: string;
  size: Size;
  /** Room below it for its name. */
  nameRoom: number;
  isStart: boolean;
  /** The node on whose edge this event stands; null for a node of its own. */
  host: string | null;
}
export interface LayoutEdge {
  id: string;
  source: string;
  target: string;
}

export interface PictureLayout {
  boxes: Map<string, Box>;
  /** Points of each line, with right angles. */
  lines: Map<string, Point[]>;
  size: Size;
}

const GAP = { x: 70, y: 36 };
/** Height that a line takes where it passes a column. */
const PASSING = 20;
/** Between lines that lead back, below everything. */
const LANE = 16;
/** How far an event stands into the edge it is on, and between two of them. */
const ON_EDGE = 20;
const BETWEEN = 8;
const NAME = 26;

/**
 * A place in a column: a node, or where a long line passes (`edge#step`). `before`: the places that lead to it. `isAside`:
 * only events on edges lead to it; it stands below the main way, which keeps its row.
 */
interface Slot {
  key: string;
  node: LayoutNode | null;
  before: string[];
  isAside: boolean;
}
interface Step {
  edge: LayoutEdge;
  from: string;
  to: string;
}

/** Nodes in an order in which each comes after those that lead to it, and the edges that lead back. */
function ordered(
  nodes: readonly LayoutNode[],
  steps: readonly Step[],
  out: ReadonlyMap<string, readonly Step[]>,
): { order: string[]; back: Set<string> } {
  const back = new Set<string>();
  const state = new Map<string, 'open' | 'done'>();
  const order: string[] = [];
  const reached = new Set(steps.map(({ to }) => to));
  const starts = nodes.filter(({ id, isStart }) => isStart || !reached.has(id));
  for (const { id: root } of [...starts, ...nodes]) {
    if (state.has(root)) continue;
    // a stack of its own: a long process must not overflow that of the program
    const stack = [{ id: root, rest: [...(out.get(root) ?? [])] }];
    state.set(root, 'open');
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const step = top.rest.shift();
      if (!step) {
        state.set(top.id, 'done');
        order.push(top.id);
        stack.pop();
      } else if (state.get(step.to) === 'open') back.add(step.edge.id);
      else if (!state.has(step.to)) {
        state.set(step.to, 'open');
        stack.push({ id: step.to, rest: [...(out.get(step.to) ?? [])] });
      }
    }
  }
  return { order: order.toReversed(), back };
}

/** Nodes by their distance from the start (the longest way), with room for lines that go past others. */
function columnsOf(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  hosts: ReadonlyMap<string, string>,
): { columns: Slot[][]; back: Set<string> } {
  const own = new Set(nodes.map(({ id }) => id));
  const steps = edges.flatMap((edge): Step[] => {
    // what leaves an event on an edge begins beside its host
    const from = hosts.get(edge.source) ?? edge.source;
    return own.has(from) && own.has(edge.target) ? [{ edge, from, to: edge.target }] : [];
  });
  const out = new Map<string, Step[]>();
  for (const step of steps) out.set(step.from, [...(out.get(step.from) ?? []), step]);
  const { order, back } = ordered(nodes, steps, out);
  const column = new Map<string, number>(order.map((id) => [id, 0]));
  for (const id of order)
    for (const { edge, to } of out.get(id) ?? [])
      if (!back.has(edge.id)) column.set(to, Math.max(column.get(to) ?? 0, (column.get(id) ?? 0) + 1));
  const columns: Slot[][] = [];
  const put = (at: number, slot: Slot): void => {
    (columns[at] ??= []).push(slot);
  };
  const slots = new Map<string, Slot>(
    nodes.map((node) => [node.id, { key: node.id, node, before: [], isAside: false }]),
  );
  const isReached = new Set<string>();
  const onMainWay = new Set<string>();
  // in the order of the way: whether the source is on the main way is known before its targets are looked at
  for (const id of order) {
    const isMain = onMainWay.has(id) || !isReached.has(id);
    (slots.get(id) as Slot).isAside = !isMain;
    put(column.get(id) ?? 0, slots.get(id) as Slot);
    for (const { edge, from, to } of out.get(id) ?? []) {
      if (back.has(edge.id)) continue;
      const isAside = !isMain || hosts.has(edge.source);
      isReached.add(to);
      if (!isAside) onMainWay.add(to);
      let last = from;
      for (let step = 1, at = (column.get(from) ?? 0) + 1; at < (column.get(to) ?? 0); step += 1, at += 1) {
        const key = `${edge.id}#${step}`;
        put(at, { key, node: null, before: [last], isAside });
        last = key;
      }
      slots.get(to)?.before.push(last);
    }
  }
  return { columns: columns.map((each) => each ?? []), back };
}

/** Boxes of the columns and the middle of every place; each place stands as near as it can to what leads to it. */
function placed(columns: readonly Slot[][]): { boxes: Map<string, Box>; spots: Map<string, Point> } {
  const boxes = new Map<string, Box>();
  const spots = new Map<string, Point>();
  const asides = new Set(columns.flat().flatMap(({ key, isAside }) => (isAside ? [key] : [])));
  let left = 0;
  for (const column of columns) {
    const heights = column.map(({ node }) => (node ? node.size.height + node.nameRoom : PASSING));
    const wanted = column.map(({ before, isAside }) => {
      const counted = isAside ? before : before.filter((key) => !asides.has(key));
      const ys = (counted.length > 0 ? counted : before).flatMap((key) => spots.get(key)?.y ?? []);
      return ys.length > 0 ? ys.reduce((sum, y) => sum + y, 0) / ys.length : 0;
    });
    const order = [...column.keys()].toSorted(
      (a, b) => Number(column[a]?.isAside) - Number(column[b]?.isAside) || (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b,
    );
    const ys: number[] = [];
    let bottom = -Infinity;
    const stack = (indexes: readonly number[]): void => {
      for (const index of indexes) {
        const half = (heights[index] ?? 0) / 2;
        const y = Math.max(wanted[index] ?? 0, bottom + GAP.y + half);
        ys[index] = y;
        bottom = y + half;
      }
    };
    // places of the main way that had to give way downwards are spread around where they were wanted
    const main = order.filter((index) => column[index]?.isAside === false);
    stack(main);
    const lift =
      main.reduce((sum, index) => sum + (ys[index] ?? 0) - (wanted[index] ?? 0), 0) / Math.max(1, main.length);
    for (const index of main) ys[index] = (ys[index] ?? 0) - lift;
    bottom -= lift;
    stack(order.filter((index) => column[index]?.isAside === true));
    const width = Math.max(40, ...column.map(({ node }) => node?.size.width ?? 0));
    for (const index of order) {
      const { key, node } = column[index] as Slot;
      const y = ys[index] ?? 0;
      spots.set(key, { x: left + width / 2, y });
      if (node)
        boxes.set(node.id, { x: left + (width - node.size.width) / 2, y: y - node.size.height / 2, ...node.size });
    }
    left += width + GAP.x;
  }
  return { boxes, spots };
}

/** The largest of these numbers, at least 0; a spread of a long list would overflow the stack. */
const largest = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0);

const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

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

/** A line that leads back, below everything. */
const wayBack = (from: Box, to: Box, y: number): Point[] => [
  { x: centre(from).x, y: from.y + from.height },
  { x: centre(from).x, y },
  { x: centre(to).x, y },
  { x: centre(to).x, y: to.y + to.height },
];

/** A line between two boxes that stand somewhere already: forward across, backward below both. */
export const lineBetween = (from: Box, to: Box): Point[] =>
  centre(to).x > centre(from).x
    ? orthogonal(
        [
          { x: from.x + from.width, y: centre(from).y },
          { x: to.x, y: centre(to).y },
        ],
        false,
      )
    : wayBack(from, to, Math.max(from.y + from.height, to.y + to.height) + NAME);

/** Places the nodes of one level and the lines between them; the corner is at 0, 0. Lines whose ends are not there are left out. */
export function layOut(all: readonly LayoutNode[], edges: readonly LayoutEdge[]): PictureLayout {
  const nodes = all.filter(({ host }) => host === null);
  const hosts = new Map(all.flatMap(({ id, host }) => (host === null ? [] : [[id, host] as const])));
  const { columns, back } = columnsOf(nodes, edges, hosts);
  const { boxes, spots } = placed(columns);
  const onEdge = new Map<string, number>();
  for (const { id, host, size } of all) {
    const box = host === null ? undefined : boxes.get(host);
    if (host === null || !box) continue;
    const index = onEdge.get(host) ?? 0;
    onEdge.set(host, index + 1);
    boxes.set(id, {
      x: box.x + box.width - size.width - BETWEEN - index * (size.width + BETWEEN),
      y: box.y + box.height - ON_EDGE,
      ...size,
    });
  }
  const lowest = largest([...boxes.values()].map((box) => box.y + box.height));
  let lane = 0;
  const lines = new Map<string, Point[]>();
  for (const { id, source, target } of edges) {
    const [from, to] = [boxes.get(source), boxes.get(target)];
    if (!from || !to) continue;
    if (back.has(id)) {
      lane += 1;
      lines.set(id, wayBack(from, to, lowest + NAME + LANE * lane));
      continue;
    }
    const startsDown = hosts.has(source);
    const start: Point = startsDown
      ? { x: centre(from).x, y: from.y + from.height }
      : { x: from.x + from.width, y: centre(from).y };
    const bends: Point[] = [];
    for (let step = 1; spots.has(`${id}#${step}`); step += 1) bends.push(spots.get(`${id}#${step}`) as Point);
    lines.set(id, orthogonal([start, ...bends, { x: to.x, y: centre(to).y }], startsDown));
  }
  return atCorner(boxes, lines);
}

/** Moves everything so that its corner is at 0, 0. */
export function atCorner(boxes: ReadonlyMap<string, Box>, lines: ReadonlyMap<string, readonly Point[]>): PictureLayout {
  const points = [
    ...[...boxes.values()].flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
    ...[...lines.values()].flat(),
  ];
  const by = { x: largest(points.map(({ x }) => -x)), y: largest(points.map(({ y }) => -y)) };
  return {
    boxes: new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x + by.x, y: box.y + by.y }])),
    lines: new Map([...lines].map(([id, list]) => [id, list.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }))])),
    size: {
      width: largest(points.map(({ x }) => x)) + by.x,
      height: largest(points.map(({ y }) => y)) + by.y,
    },
  };
}
