/*
 * Layout of a process diagram from left to right; the same algorithm for the server's pictures and the process
 * designer. Pure functions; lengths in px.
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
  /** Id of the node to which this boundary event is attached; null if the node is no boundary event. */
  host: string | null;
}
export interface LayoutEdge {
  id: string;
  source: string;
  target: string;
}

export interface DiagramLayout {
  /** The box of each node, by its id. */
  boxes: Map<string, Box>;
  /** The points of each line, which has right angles, by the id of its edge. */
  lines: Map<string, Point[]>;
  size: Size;
}

/** Distance between columns (x), and between the nodes of a column (y). */
const GAP = { x: 70, y: 36 };
/** Height reserved in each column that a long line passes. */
const LINE_SLOT_HEIGHT = 20;
const MIN_COLUMN_WIDTH = 40;
/** Vertical distance between backward lines, which run below all nodes. */
const BACK_LINE_DISTANCE = 16;
/** Overlap of a boundary event with its host node. */
const EVENT_OVERLAP = 20;
/** Distance between two boundary events of one node, and between the first of them and the right edge of the node. */
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
/** An edge between two nodes. `from`: the source; for a boundary event the node to which it is attached. */
interface NodeEdge {
  edge: LayoutEdge;
  from: string;
  to: string;
}

/** Sorts the nodes so that each comes after its predecessors. `backEdges`: ids of the edges that close a cycle. */
function sortTopologically(
  nodes: readonly LayoutNode[],
  nodeEdges: readonly NodeEdge[],
  edgesFrom: ReadonlyMap<string, readonly NodeEdge[]>,
): { order: string[]; backEdges: Set<string> } {
  const backEdges = new Set<string>();
  const visitStates = new Map<string, 'open' | 'done'>();
  const order: string[] = [];
  const targetIds = new Set(nodeEdges.map(({ to }) => to));
  const startNodes = nodes.filter(({ id, isStart }) => isStart || !targetIds.has(id));
  for (const { id: root } of [...startNodes, ...nodes]) {
    if (visitStates.has(root)) continue;
    // an explicit stack: recursion could overflow on a long process
    const stack = [{ id: root, edgesLeft: [...(edgesFrom.get(root) ?? [])] }];
    visitStates.set(root, 'open');
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const nodeEdge = top.edgesLeft.shift();
      if (!nodeEdge) {
        visitStates.set(top.id, 'done');
        order.push(top.id);
        stack.pop();
      } else if (visitStates.get(nodeEdge.to) === 'open') backEdges.add(nodeEdge.edge.id);
      else if (!visitStates.has(nodeEdge.to)) {
        visitStates.set(nodeEdge.to, 'open');
        stack.push({ id: nodeEdge.to, edgesLeft: [...(edgesFrom.get(nodeEdge.to) ?? [])] });
      }
    }
  }
  return { order: order.toReversed(), backEdges };
}

/** Assigns nodes to columns by their longest distance from the start, and adds slots where long lines pass a column. */
function columnsOf(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  hosts: ReadonlyMap<string, string>,
): { columns: Slot[][]; backEdges: Set<string> } {
  const nodeIds = new Set(nodes.map(({ id }) => id));
  const nodeEdges = edges.flatMap((edge): NodeEdge[] => {
    // a line from a boundary event starts in the column of its host node
    const from = hosts.get(edge.source) ?? edge.source;
    return nodeIds.has(from) && nodeIds.has(edge.target) ? [{ edge, from, to: edge.target }] : [];
  });
  const edgesFrom = new Map<string, NodeEdge[]>();
  for (const nodeEdge of nodeEdges) edgesFrom.set(nodeEdge.from, [...(edgesFrom.get(nodeEdge.from) ?? []), nodeEdge]);
  const { order, backEdges } = sortTopologically(nodes, nodeEdges, edgesFrom);
  const columnIndexes = new Map<string, number>(order.map((id) => [id, 0]));
  for (const id of order)
    for (const { edge, to } of edgesFrom.get(id) ?? [])
      if (!backEdges.has(edge.id))
        columnIndexes.set(to, Math.max(columnIndexes.get(to) ?? 0, (columnIndexes.get(id) ?? 0) + 1));
  const columns: Slot[][] = [];
  const addSlot = (columnIndex: number, slot: Slot): void => {
    (columns[columnIndex] ??= []).push(slot);
  };
  const slotsById = new Map<string, Slot>(
    nodes.map((node) => [node.id, { key: node.id, node, predecessors: [], isAside: false }]),
  );
  const reachedIds = new Set<string>();
  const mainPathIds = new Set<string>();
  // in topological order: whether the source is on the main path is known before its targets are handled
  for (const id of order) {
    const isOnMainPath = mainPathIds.has(id) || !reachedIds.has(id);
    (slotsById.get(id) as Slot).isAside = !isOnMainPath;
    addSlot(columnIndexes.get(id) ?? 0, slotsById.get(id) as Slot);
    for (const { edge, from, to } of edgesFrom.get(id) ?? []) {
      if (backEdges.has(edge.id)) continue;
      const isAside = !isOnMainPath || hosts.has(edge.source);
      reachedIds.add(to);
      if (!isAside) mainPathIds.add(to);
      let previousKey = from;
      for (
        let step = 1, columnIndex = (columnIndexes.get(from) ?? 0) + 1;
        columnIndex < (columnIndexes.get(to) ?? 0);
        step += 1, columnIndex += 1
      ) {
        const key = `${edge.id}#${step}`;
        addSlot(columnIndex, { key, node: null, predecessors: [previousKey], isAside });
        previousKey = key;
      }
      slotsById.get(to)?.predecessors.push(previousKey);
    }
  }
  return { columns: columns.map((slots) => slots ?? []), backEdges };
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
      const leadingKeys = isAside ? predecessors : predecessors.filter((key) => !asideKeys.has(key));
      const predecessorYs = (leadingKeys.length > 0 ? leadingKeys : predecessors).flatMap(
        (key) => centres.get(key)?.y ?? [],
      );
      return predecessorYs.length > 0 ? predecessorYs.reduce((sum, y) => sum + y, 0) / predecessorYs.length : 0;
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
    const displacement =
      mainIndexes.reduce((sum, index) => sum + (ys[index] ?? 0) - (wantedYs[index] ?? 0), 0) /
      Math.max(1, mainIndexes.length);
    for (const index of mainIndexes) ys[index] = (ys[index] ?? 0) - displacement;
    bottom -= displacement;
    stackDownwards(order.filter((index) => column[index]?.isAside === true));
    const width = Math.max(MIN_COLUMN_WIDTH, ...column.map(({ node }) => node?.size.width ?? 0));
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
const largestOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0);

const centreOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Inserts corners, so that the line has right angles. `startsDown`: it begins vertically instead of horizontally. */
function withRightAngles(points: readonly Point[], startsDown: boolean): Point[] {
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
  { x: centreOf(from).x, y: from.y + from.height },
  { x: centreOf(from).x, y },
  { x: centreOf(to).x, y },
  { x: centreOf(to).x, y: to.y + to.height },
];

/**
 * Returns a line between two boxes that are already placed: forward lines run directly, backward lines below both
 * boxes.
 */
export const lineBetween = (from: Box, to: Box): Point[] =>
  centreOf(to).x > centreOf(from).x
    ? withRightAngles(
        [
          { x: from.x + from.width, y: centreOf(from).y },
          { x: to.x, y: centreOf(to).y },
        ],
        false,
      )
    : backwardLine(from, to, Math.max(from.y + from.height, to.y + to.height) + NAME_HEIGHT);

/**
 * Computes the boxes of the nodes of a process, or of one sub-process, and the lines between the boxes. The top left
 * corner is at 0, 0. Edges from or to missing nodes get no line.
 */
export function layOut(allNodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): DiagramLayout {
  const nodes = allNodes.filter(({ host }) => host === null);
  const hosts = new Map(allNodes.flatMap(({ id, host }) => (host === null ? [] : [[id, host] as const])));
  const { columns, backEdges } = columnsOf(nodes, edges, hosts);
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
  const bottom = largestOf([...boxes.values()].map((box) => box.y + box.height));
  let backLineCount = 0;
  const lines = new Map<string, Point[]>();
  for (const { id, source, target } of edges) {
    const [from, to] = [boxes.get(source), boxes.get(target)];
    if (!from || !to) continue;
    if (backEdges.has(id)) {
      backLineCount += 1;
      lines.set(id, backwardLine(from, to, bottom + NAME_HEIGHT + BACK_LINE_DISTANCE * backLineCount));
      continue;
    }
    const startsDown = hosts.has(source);
    const start: Point = startsDown
      ? { x: centreOf(from).x, y: from.y + from.height }
      : { x: from.x + from.width, y: centreOf(from).y };
    const bends: Point[] = [];
    for (let step = 1; centres.has(`${id}#${step}`); step += 1) bends.push(centres.get(`${id}#${step}`) as Point);
    lines.set(id, withRightAngles([start, ...bends, { x: to.x, y: centreOf(to).y }], startsDown));
  }
  return withoutNegativeCoordinates(boxes, lines);
}

/** Moves all boxes and lines so that no coordinate is negative, and computes the size of the diagram. */
export function withoutNegativeCoordinates(
  boxes: ReadonlyMap<string, Box>,
  lines: ReadonlyMap<string, readonly Point[]>,
): DiagramLayout {
  const points = [
    ...[...boxes.values()].flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
    ...[...lines.values()].flat(),
  ];
  const offset = { x: largestOf(points.map(({ x }) => -x)), y: largestOf(points.map(({ y }) => -y)) };
  return {
    boxes: new Map([...boxes].map(([id, box]) => [id, { ...box, x: box.x + offset.x, y: box.y + offset.y }])),
    lines: new Map(
      [...lines].map(([id, list]) => [id, list.map(({ x, y }) => ({ x: x + offset.x, y: y + offset.y }))]),
    ),
    size: {
      width: largestOf(points.map(({ x }) => x)) + offset.x,
      height: largestOf(points.map(({ y }) => y)) + offset.y,
    },
  };
}
