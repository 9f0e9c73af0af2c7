/**
 * Layout of a process diagram from left to right; the same algorithm for the server's pictures and the drawing tool.
 * Pure functions; lengths in px.
 */
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
  /** Height reserved below the node for its name. */
  nameHeight: number;
  isStart: boolean;
  /** Id of the node to which this boundary event is attached; null for other nodes. */
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
/** Height reserved in each column that a long line passes. */
const LINE_SLOT_HEIGHT = 20;
/** Vertical distance between backward lines, which run below all nodes. */
const BACK_LINE_DISTANCE = 16;
/** Overlap of a boundary event with its host node. */
const EVENT_OVERLAP = 20;
/** Distance between two boundary events of one node, and from the right edge of the node. */
const EVENT_DISTANCE = 8;
/** Height of the name below a node. */
const NAME_HEIGHT = 26;

/**
 * A position in a column: a node, or a point that a long line passes (key `edge#step`). `predecessors`: keys of the
 * slots that lead to the slot. `isAside`: the slot is reached only from boundary events; it is placed below the main
 * path and must not move that path.
 */
interface Slot {
  key: string;
  node: LayoutNode | null;
  predecessors: string[];
  isAside: boolean;
}
interface Step {
  edge: LayoutEdge;
  from: string;
  to: string;
}

/** Sorts the nodes so that each comes after its predecessors. `back`: ids of the edges that close a cycle. */
function sortTopologically(
  nodes: readonly LayoutNode[],
  steps: readonly Step[],
  stepsFrom: ReadonlyMap<string, readonly Step[]>,
): { order: string[]; back: Set<string> } {
  const back = new Set<string>();
  const state = new Map<string, 'open' | 'done'>();
  const order: string[] = [];
  const targetIds = new Set(steps.map(({ to }) => to));
  const starts = nodes.filter(({ id, isStart }) => isStart || !targetIds.has(id));
  for (const { id: root } of [...starts, ...nodes]) {
    if (state.has(root)) continue;
    // an explicit stack: recursion could overflow on a long process
    const stack = [{ id: root, rest: [...(stepsFrom.get(root) ?? [])] }];
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
        stack.push({ id: step.to, rest: [...(stepsFrom.get(step.to) ?? [])] });
      }
    }
  }
  return { order: order.toReversed(), back };
}

/** Assigns nodes to columns by their longest distance from the start, and adds slots where long lines pass a column. */
function columnsOf(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  hosts: ReadonlyMap<string, string>,
): { columns: Slot[][]; back: Set<string> } {
  const nodeIds = new Set(nodes.map(({ id }) => id));
  const steps = edges.flatMap((edge): Step[] => {
    // a line from a boundary event starts in the column of its host node
    const from = hosts.get(edge.source) ?? edge.source;
    return nodeIds.has(from) && nodeIds.has(edge.target) ? [{ edge, from, to: edge.target }] : [];
  });
  const stepsFrom = new Map<string, Step[]>();
  for (const step of steps) stepsFrom.set(step.from, [...(stepsFrom.get(step.from) ?? []), step]);
  const { order, back } = sortTopologically(nodes, steps, stepsFrom);
  const column = new Map<string, number>(order.map((id) => [id, 0]));
  for (const id of order)
    for (const { edge, to } of stepsFrom.get(id) ?? [])
      if (!back.has(edge.id)) column.set(to, Math.max(column.get(to) ?? 0, (column.get(id) ?? 0) + 1));
  const columns: Slot[][] = [];
  const addSlot = (columnIndex: number, slot: Slot): void => {
    (columns[columnIndex] ??= []).push(slot);
  };
  const slotsById = new Map<string, Slot>(
    nodes.map((node) => [node.id, { key: node.id, node, predecessors: [], isAside: false }]),
  );
  const reached = new Set<string>();
  const mainPath = new Set<string>();
  // in topological order: whether the source is on the main path is known before its targets are handled
  for (const id of order) {
    const isMain = mainPath.has(id) || !reached.has(id);
    (slotsById.get(id) as Slot).isAside = !isMain;
    addSlot(column.get(id) ?? 0, slotsById.get(id) as Slot);
    for (const { edge, from, to } of stepsFrom.get(id) ?? []) {
      if (back.has(edge.id)) continue;
      const isAside = !isMain || hosts.has(edge.source);
      reached.add(to);
      if (!isAside) mainPath.add(to);
      let last = from;
      for (
        let step = 1, columnIndex = (column.get(from) ?? 0) + 1;
        columnIndex < (column.get(to) ?? 0);
        step += 1, columnIndex += 1
      ) {
        const key = `${edge.id}#${step}`;
        addSlot(columnIndex, { key, node: null, predecessors: [last], isAside });
        last = key;
      }
      slotsById.get(to)?.predecessors.push(last);
    }
  }
  return { columns: columns.map((slots) => slots ?? []), back };
}

/**
 * Computes the box of each node and the centre of each slot. A slot is placed as near as possible to the mean vertical
 * position of its predecessors.
 */
function placeSlots(columns: readonly Slot[][]): { boxes: Map<string, Box>; centres: Map<string, Point> } {
  const boxes = new Map<string, Box>();
  const centres = new Map<string, Point>();
  const asideKeys = new Set(columns.flat().flatMap(({ key, isAside }) => (isAside ? [key] : [])));
  let left = 0;
  for (const column of columns) {
    const heights = column.map(({ node }) => (node ? node.size.height + node.nameHeight : LINE_SLOT_HEIGHT));
    const wantedYs = column.map(({ predecessors, isAside }) => {
      const onPath = isAside ? predecessors : predecessors.filter((key) => !asideKeys.has(key));
      const ys = (onPath.length > 0 ? onPath : predecessors).flatMap((key) => centres.get(key)?.y ?? []);
      return ys.length > 0 ? ys.reduce((sum, y) => sum + y, 0) / ys.length : 0;
    });
    const order = [...column.keys()].toSorted(
      (a, b) =>
        Number(column[a]?.isAside) - Number(column[b]?.isAside) || (wantedYs[a] ?? 0) - (wantedYs[b] ?? 0) || a - b,
    );
    const ys: number[] = [];
    let bottom = -Infinity;
    const stackDownwards = (indexes: readonly number[]): void => {
      for (const index of indexes) {
        const half = (heights[index] ?? 0) / 2;
        const y = Math.max(wantedYs[index] ?? 0, bottom + GAP.y + half);
        ys[index] = y;
        bottom = y + half;
      }
    };
    // slots of the main path that had to move down are moved up again by their mean displacement
    const mainIndexes = order.filter((index) => column[index]?.isAside === false);
    stackDownwards(mainIndexes);
    const lift =
      mainIndexes.reduce((sum, index) => sum + (ys[index] ?? 0) - (wantedYs[index] ?? 0), 0) /
      Math.max(1, mainIndexes.length);
    for (const index of mainIndexes) ys[index] = (ys[index] ?? 0) - lift;
    bottom -= lift;
    stackDownwards(order.filter((index) => column[index]?.isAside === true));
    const width = Math.max(40, ...column.map(({ node }) => node?.size.width ?? 0));
    for (const index of order) {
      const { key, node } = column[index] as Slot;
      const y = ys[index] ?? 0;
      centres.set(key, { x: left + width / 2, y });
      if (node)
        boxes.set(node.id, { x: left + (width - node.size.width) / 2, y: y - node.size.height / 2, ...node.size });
    }
    left += width + GAP.x;
  }
  return { boxes, centres };
}

/** Returns the largest of these numbers, at least 0. A spread of a long list into Math.max would overflow the stack. */
const largest = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0);

const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Connects the points with right angles. `startsDown`: the first step begins vertically; all others horizontally. */
function orthogonal(points: readonly Point[], startsDown: boolean): Point[] {
  const corners: Point[] = [];
  for (const [index, point] of points.entries()) {
    const last = corners.at(-1);
    if (!last) {
      corners.push(point);
      continue;
    }
    if (index === 1 && startsDown) corners.push({ x: last.x, y: point.y });
    else if (Math.abs(last.y - point.y) > 1) {
      const x = Math.max(last.x, point.x - GAP.x / 2);
      corners.push({ x, y: last.y }, { x, y: point.y });
    }
    corners.push(point);
  }
  return corners;
}

/** Returns a line to a node further left: down to `y`, then left, then up. */
const backwardLine = (from: Box, to: Box, y: number): Point[] => [
  { x: centre(from).x, y: from.y + from.height },
  { x: centre(from).x, y },
  { x: centre(to).x, y },
  { x: centre(to).x, y: to.y + to.height },
];

/**
 * Returns a line between two boxes that are already placed: forward lines run directly, backward lines below both
 * boxes.
 */
export const lineBetween = (from: Box, to: Box): Point[] =>
  centre(to).x > centre(from).x
    ? orthogonal(
        [
          { x: from.x + from.width, y: centre(from).y },
          { x: to.x, y: centre(to).y },
        ],
        false,
      )
    : backwardLine(from, to, Math.max(from.y + from.height, to.y + to.height) + NAME_HEIGHT);

/**
 * Computes the boxes of the nodes of one level and the lines between them; the top left corner is at 0, 0. Lines from
 * or to missing nodes are left out.
 */
export function layOut(allNodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): PictureLayout {
  const nodes = allNodes.filter(({ host }) => host === null);
  const hosts = new Map(allNodes.flatMap(({ id, host }) => (host === null ? [] : [[id, host] as const])));
  const { columns, back } = columnsOf(nodes, edges, hosts);
  const { boxes, centres } = placeSlots(columns);
  const eventCounts = new Map<string, number>();
  for (const { id, host, size } of allNodes) {
    const box = host === null ? undefined : boxes.get(host);
    if (host === null || !box) continue;
    const index = eventCounts.get(host) ?? 0;
    eventCounts.set(host, index + 1);
    boxes.set(id, {
      x: box.x + box.width - size.width - EVENT_DISTANCE - index * (size.width + EVENT_DISTANCE),
      y: box.y + box.height - EVENT_OVERLAP,
      ...size,
    });
  }
  const bottom = largest([...boxes.values()].map((box) => box.y + box.height));
  let backLineCount = 0;
  const lines = new Map<string, Point[]>();
  for (const { id, source, target } of edges) {
    const [from, to] = [boxes.get(source), boxes.get(target)];
    if (!from || !to) continue;
    if (back.has(id)) {
      backLineCount += 1;
      lines.set(id, backwardLine(from, to, bottom + NAME_HEIGHT + BACK_LINE_DISTANCE * backLineCount));
      continue;
    }
    const startsDown = hosts.has(source);
    const start: Point = startsDown
      ? { x: centre(from).x, y: from.y + from.height }
      : { x: from.x + from.width, y: centre(from).y };
    const bends: Point[] = [];
    for (let step = 1; centres.has(`${id}#${step}`); step += 1) bends.push(centres.get(`${id}#${step}`) as Point);
    lines.set(id, orthogonal([start, ...bends, { x: to.x, y: centre(to).y }], startsDown));
  }
  return withoutNegativeCoordinates(boxes, lines);
}

/** Moves all boxes and lines so that no coordinate is negative, and computes the size of the diagram. */
export function withoutNegativeCoordinates(
  boxes: ReadonlyMap<string, Box>,
  lines: ReadonlyMap<string, readonly Point[]>,
): PictureLayout {
  const points = [
    ...[...boxes.values()].flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
    ...[...lines.values()].flat(),
  ];
  const offset = { x: largest(points.map(({ x }) => -x)), y: largest(points.map(({ y }) => -y)) };
  return {
    boxes: new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x + offset.x, y: box.y + offset.y }])),
    lines: new Map(
      [...lines].map(([id, list]) => [id, list.map(({ x, y }) => ({ x: x + offset.x, y: y + offset.y }))]),
    ),
    size: {
      width: largest(points.map(({ x }) => x)) + offset.x,
      height: largest(points.map(({ y }) => y)) + offset.y,
    },
  };
}
