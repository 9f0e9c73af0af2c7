import type { FlowDefinition } from '../definition.ts';
import { listOf, loadProcesses, type Element } from '../moddle.ts';

export interface Box { x: number; y: number; width: number; height: number }
export interface Point { x: number; y: number }

/** Where each element of a process stands on its picture; flows as the points they go through. */
export interface FlowLayout { boxes: ReadonlyMap<string, Box>; lines: ReadonlyMap<string, readonly Point[]> }

const COLUMN = 190;
const ROW = 110;
const TASK = { width: 130, height: 70 };
const SMALL = { width: 44, height: 44 };

/** The diagram of the file itself; null where it has none, or one that leaves tasks out. */
async function drawn(xml: string, flow: FlowDefinition): Promise<FlowLayout | null> {
  const loaded = await loadProcesses(xml);
  if (!loaded.ok) return null;
  const boxes = new Map<string, Box>();
  const lines = new Map<string, readonly Point[]>();
  for (const diagram of loaded.diagrams) {
    for (const shape of listOf((diagram.plane as Element | undefined) ?? ({} as Element), 'planeElement')) {
      const id = (shape.bpmnElement as Element | undefined)?.id ?? '';
      const bounds = shape.bounds as Partial<Box> | undefined;
      if (bounds) boxes.set(id, { x: Number(bounds.x), y: Number(bounds.y), width: Number(bounds.width), height: Number(bounds.height) });
      const points = listOf(shape, 'waypoint');
      if (points.length > 1) lines.set(id, points.map((point) => ({ x: Number(point.x), y: Number(point.y) })));
    }
  }
  const isWhole = Object.values(flow.nodes).every(({ id, kind, parent }) => kind !== 'userTask' || parent !== null || boxes.has(id) || id === flow.applicant);
  return isWhole && boxes.size > 0 ? { boxes, lines } : null;
}

/** Columns by how far an element is from the start, rows in the order of the file. */
function arranged(flow: FlowDefinition): FlowLayout {
  const columns = new Map<string, number>([[flow.start, 0]]);
  for (const [id, column] of columns) for (const edge of flow.nodes[id]?.outgoing ?? []) {
    const target = flow.edges[edge]?.target;
    if (target && !columns.has(target)) columns.set(target, column + 1);
  }
  const used = new Map<number, number>();
  const boxes = new Map<string, Box>();
  for (const node of Object.values(flow.nodes)) {
    const column = columns.get(node.id) ?? 0;
    const row = used.get(column) ?? 0;
    used.set(column, row + 1);
    const size = node.kind === 'userTask' || node.kind === 'scope' || node.kind === 'service' ? TASK : SMALL;
    boxes.set(node.id, { x: 40 + column * COLUMN + (TASK.width - size.width) / 2, y: 40 + row * ROW + (TASK.height - size.height) / 2, ...size });
  }
  return { boxes, lines: new Map() };
}

/** How a process is drawn: as its file says, else in columns. */
export const layoutOf = async (xml: string, flow: FlowDefinition): Promise<FlowLayout> => (await drawn(xml, flow)) ?? arranged(flow);
