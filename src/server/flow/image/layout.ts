import type { FlowDefinition } from '../definition.ts';
import { listOf, loadProcesses, type Element } from '../parse/moddle.ts';
import { arranged } from './arrange.ts';
import type { Box, FlowLayout, Point } from './shapes.ts';

/** The diagram of the file itself; null where it has none, or one that leaves tasks out. */
export async function drawn(xml: string, flow: FlowDefinition): Promise<FlowLayout | null> {
  const loaded = await loadProcesses(xml);
  if (!loaded.ok) return null;
  const boxes = new Map<string, Box>();
  const lines = new Map<string, readonly Point[]>();
  for (const diagram of loaded.diagrams) {
    for (const shape of listOf((diagram.plane as Element | undefined) ?? ({} as Element), 'planeElement')) {
      const id = (shape.bpmnElement as Element | undefined)?.id ?? '';
      const bounds = shape.bounds as Partial<Box> | undefined;
      if (bounds)
        boxes.set(id, {
          x: Number(bounds.x),
          y: Number(bounds.y),
          width: Number(bounds.width),
          height: Number(bounds.height),
        });
      const points = listOf(shape, 'waypoint');
      if (points.length > 1)
        lines.set(
          id,
          points.map((point) => ({ x: Number(point.x), y: Number(point.y) })),
        );
    }
  }
  const isWhole = Object.values(flow.nodes).every(
    ({ id, kind, parent }) => kind !== 'userTask' || parent !== null || boxes.has(id) || id === flow.applicant,
  );
  return isWhole && boxes.size > 0 ? { boxes, lines } : null;
}

/** How a process is drawn: as its file says, else from left to right. */
export const layoutOf = async (xml: string, flow: FlowDefinition): Promise<FlowLayout> =>
  (await drawn(xml, flow)) ?? arranged(flow);
