import type { FlowDefinition } from '../definition.ts';
import { listOf, loadProcesses, type Element } from '../parse/moddle.ts';
import { arrangeFlow } from './arrangeFlow.ts';
import type { Box, FlowLayout, Point } from './flowLayout.ts';

/**
 * Returns the layout of the diagram in the file. Null when the file cannot be read, has no diagram, or its diagram
 * lacks a task of the top level. The applicant's task may be missing, because the parser may have inserted it.
 */
export async function layoutInFile(xml: string, flow: FlowDefinition): Promise<FlowLayout | null> {
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
  const isComplete = Object.values(flow.nodes).every(
    ({ id, kind, parent }) => kind !== 'userTask' || parent !== null || boxes.has(id) || id === flow.applicantNodeId,
  );
  return isComplete && boxes.size > 0 ? { boxes, lines } : null;
}

/** Returns the layout of a process: the diagram of its file, else the automatic layout. */
export const layoutOf = async (xml: string, flow: FlowDefinition): Promise<FlowLayout> =>
  (await layoutInFile(xml, flow)) ?? arrangeFlow(flow);
