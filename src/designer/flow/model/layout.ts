import { listOf, type Element, type MakeElement } from './moddle.ts';

/** Pixels between middles of columns and rows. */
const COLUMN = 150;
const ROW = 110;
const LEFT = 180;
const TOP = 140;

interface Size {
  width: number;
  height: number;
}

const SIZES: readonly (readonly [RegExp, Size])[] = [
  [/Event$/, { width: 36, height: 36 }],
  [/Gateway$/, { width: 50, height: 50 }],
  [/./, { width: 100, height: 80 }],
];
export const sizeOf = ({ $type }: Element): Size =>
  (SIZES.find(([test]) => test.test($type)) as readonly [RegExp, Size])[1];

export interface Box extends Size {
  x: number;
  y: number;
}
interface Point {
  x: number;
  y: number;
}

/** How far each node is from the start, by the longest way; ways back do not count. */
function columnsOf(nodes: readonly Element[], next: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const backs = new Set<string>();
  // a list of its own: a long flow must not overflow the stack
  for (const root of [...nodes].sort(
    (a, b) => Number(b.$type === 'bpmn:StartEvent') - Number(a.$type === 'bpmn:StartEvent'),
  )) {
    if (!root.id || state.has(root.id)) continue;
    const stack = [{ id: root.id, rest: [...(next.get(root.id) ?? [])] }];
    state.set(root.id, 'open');
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const id = top.rest.shift();
      if (id === undefined) {
        state.set(top.id, 'done');
        order.unshift(top.id);
        stack.pop();
        continue;
      }
      if (state.get(id) === 'open') backs.add(`${top.id}>${id}`);
      if (state.has(id)) continue;
      state.set(id, 'open');
      stack.push({ id, rest: [...(next.get(id) ?? [])] });
    }
  }
  const columns = new Map<string, number>(order.map((id) => [id, 0]));
  for (const id of order)
    for (const target of next.get(id) ?? [])
      if (!backs.has(`${id}>${target}`))
        columns.set(target, Math.max(columns.get(target) ?? 0, (columns.get(id) ?? 0) + 1));
  return columns;
}

/** A free row in the column nearest to the wanted one. */
function freeRow(taken: ReadonlySet<number>, wanted: number): number {
  for (let step = 0; ; step += 1) {
    if (!taken.has(wanted + step)) return wanted + step;
    if (step > 0 && wanted - step >= 0 && !taken.has(wanted - step)) return wanted - step;
  }
}

/** Where nodes stand: columns by their distance from the start, rows beside what they come from, branches below each other. */
export function arrange(nodes: readonly Element[], flows: readonly Element[]): Map<string, Box> {
  const next = new Map<string, string[]>();
  const before = new Map<string, string[]>();
  const isAside = (flow: Element): number =>
    Number((flow.sourceRef as Element | undefined)?.$type === 'bpmn:BoundaryEvent');
  // the way on stands beside what it comes from, what an event leads to below it
  for (const flow of [...flows].sort((a, b) => isAside(a) - isAside(b))) {
    const from = flow.sourceRef as Element | undefined;
    // what leaves an event on an edge leaves what it stands on
    const [source, target] = [
      from?.$type === 'bpmn:BoundaryEvent' ? (from.attachedToRef as Element | undefined)?.id : from?.id,
      (flow.targetRef as Element | undefined)?.id,
    ];
    if (!source || !target) continue;
    next.set(source, [...(next.get(source) ?? []), target]);
    before.set(target, [...(before.get(target) ?? []), source]);
  }
  const placed = nodes.filter(({ $type }) => $type !== 'bpmn:BoundaryEvent');
  const columns = columnsOf(placed, next);
  const rows = new Map<string, number>();
  const taken = new Map<number, Set<number>>();
  for (const node of [...placed].sort((a, b) => (columns.get(a.id ?? '') ?? 0) - (columns.get(b.id ?? '') ?? 0))) {
    const id = node.id ?? '';
    const column = columns.get(id) ?? 0;
    const sources = (before.get(id) ?? []).filter((source) => rows.has(source));
    const wanted =
      sources.length === 0
        ? 0
        : sources.length === 1
          ? (rows.get(sources[0] as string) ?? 0) +
            Math.max(
              0,
              (next.get(sources[0] as string) ?? [])
                .filter((one) => (columns.get(one) ?? 0) > (columns.get(sources[0] as string) ?? 0))
                .indexOf(id),
            )
          : Math.min(...sources.map((source) => rows.get(source) ?? 0));
    const used = taken.get(column) ?? new Set<number>();
    const row = freeRow(used, wanted);
    used.add(row);
    taken.set(column, used);
    rows.set(id, row);
  }
  return new Map(
    placed.map((node) => {
      const size = sizeOf(node);
      const middle = {
        x: LEFT + (columns.get(node.id ?? '') ?? 0) * COLUMN,
        y: TOP + (rows.get(node.id ?? '') ?? 0) * ROW,
      };
      return [node.id ?? '', { x: middle.x - size.width / 2, y: middle.y - size.height / 2, ...size }];
    }),
  );
}

/** A line with right angles from one box to another: forward across, backward below both. */
export function way(from: Box, to: Box): Point[] {
  const [a, b] = [
    { x: from.x + from.width / 2, y: from.y + from.height / 2 },
    { x: to.x + to.width / 2, y: to.y + to.height / 2 },
  ];
  if (b.x > a.x) {
    const start = { x: from.x + from.width, y: a.y };
    const end = { x: to.x, y: b.y };
    if (a.y === b.y) return [start, end];
    // branches part near what they come from, and meet near where they go
    if (b.y > a.y && from.height === from.width) return [{ x: a.x, y: from.y + from.height }, { x: a.x, y: b.y }, end];
    if (b.y < a.y && to.height === to.width) return [start, { x: b.x, y: a.y }, { x: b.x, y: to.y + to.height }];
    const turn = (start.x + end.x) / 2;
    return [start, { x: turn, y: a.y }, { x: turn, y: b.y }, end];
  }
  const below = Math.max(from.y + from.height, to.y + to.height) + 30;
  return [
    { x: a.x, y: from.y + from.height },
    { x: a.x, y: below },
    { x: b.x, y: below },
    { x: b.x, y: to.y + to.height },
  ];
}

/** Data that a process names; what it only declares (`dataObject`) has no picture. */
export const isThing = ({ $type }: Element): boolean => /Data(?:Object|Store)Reference$/.test($type);
/** An event on the edge of what is not there: it stays in the file and is named, but stands nowhere. */
export const isLoose = ({ $type, attachedToRef }: Element): boolean =>
  $type === 'bpmn:BoundaryEvent' && attachedToRef === undefined;
export const isNode = (element: Element): boolean =>
  !/SequenceFlow|DataObject|DataStore/.test(element.$type) && !isLoose(element);

/** Gives a process a diagram: for files that have none, and for steps that changed their shape. Takes the place of what was there. */
export function drawDiagram(definitions: Element, process: Element, make: MakeElement): void {
  const pieces: Element[] = [];
  const shape = (element: Element, box: Box, more: object = {}): void => {
    const bounds = make('dc:Bounds', { x: box.x, y: box.y, width: box.width, height: box.height });
    const made = make('bpmndi:BPMNShape', { id: `${element.id}_di`, bpmnElement: element, bounds, ...more });
    bounds.$parent = made;
    pieces.push(made);
  };
  const draw = (holder: Element, offset: Point): { width: number; height: number } => {
    const elements = listOf(holder, 'flowElements');
    const flows = elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow');
    const nodes = elements.filter(isNode);
    const boxes = arrange(nodes, flows);
    for (const node of nodes) {
      const box = boxes.get(node.id ?? '');
      // what stands inside of a sub-process is drawn on a plane of its own by the drawing tool: here it stays closed
      if (box) {
        box.x += offset.x;
        box.y += offset.y;
        shape(node, box, node.$type.endsWith('Gateway') ? { isMarkerVisible: true } : {});
      }
    }
    for (const node of nodes.filter(({ $type }) => $type === 'bpmn:BoundaryEvent')) {
      const host = boxes.get((node.attachedToRef as Element | undefined)?.id ?? '');
      const box = {
        x: (host?.x ?? 0) + (host?.width ?? 0) - 30,
        y: (host?.y ?? 0) + (host?.height ?? 0) - 18,
        width: 36,
        height: 36,
      };
      boxes.set(node.id ?? '', box);
      shape(node, box);
    }
    const foot = Math.max(0, ...[...boxes.values()].map(({ y, height }) => y + height)) + ROW / 2;
    for (const [at, thing] of elements.filter(isThing).entries())
      shape(thing, { x: offset.x + LEFT + at * COLUMN, y: foot, width: 40, height: 50 });
    for (const flow of flows) {
      const [from, to] = [
        boxes.get((flow.sourceRef as Element | undefined)?.id ?? ''),
        boxes.get((flow.targetRef as Element | undefined)?.id ?? ''),
      ];
      if (!from || !to) continue;
      const points = way(from, to).map((point) => make('dc:Point', point));
      pieces.push(make('bpmndi:BPMNEdge', { id: `${flow.id}_di`, bpmnElement: flow, waypoint: points }));
    }
    const all = [...boxes.values()];
    return {
      width: Math.max(0, ...all.map(({ x, width }) => x + width)),
      height: Math.max(0, ...all.map(({ y, height }) => y + height)),
    };
  };
  const planes: Element[] = [];
  const plane = (of: Element): void => {
    pieces.length = 0;
    draw(of, { x: 0, y: 0 });
    const made = make('bpmndi:BPMNPlane', { id: `${of.id}_plane`, bpmnElement: of, planeElement: [...pieces] });
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
