import { BpmnModdle } from 'bpmn-moddle';
import { SF_EXTENSION } from '../../../domain/bpmn/index.ts';
import type { Element } from '../parse/moddle.ts';
import type { FlowDefinition } from '../definition.ts';
import { arrangeFlow } from './arrangeFlow.ts';
import { layoutInFile } from './layout.ts';
import type { FlowLayout } from './flowLayout.ts';

/** Returns the BPMN text with this layout as its only diagram. Leaves out elements that are not in the file. */
async function replaceDiagram(xml: string, flow: FlowDefinition, { boxes, lines }: FlowLayout): Promise<string> {
  const moddle = new BpmnModdle({ sf: SF_EXTENSION });
  const { rootElement, elementsById } = await moddle.fromXML(xml);
  const definitions = rootElement as Element;
  const elementById = (id: string): Element | undefined => elementsById[id] as Element | undefined;
  const process =
    elementById(flow.key) ?? (definitions.rootElements as Element[]).find(({ $type }) => $type === 'bpmn:Process');
  const shapes = [...boxes].flatMap(([id, box]) => {
    const element = elementById(id);
    return element
      ? [
          moddle.create('bpmndi:BPMNShape', {
            id: `${id}_di`,
            bpmnElement: element,
            bounds: moddle.create('dc:Bounds', box),
            ...(element.$type === 'bpmn:SubProcess' ? { isExpanded: true } : {}),
          }),
        ]
      : [];
  });
  const edges = [...lines].flatMap(([id, points]) => {
    const element = elementById(id);
    return element
      ? [
          moddle.create('bpmndi:BPMNEdge', {
            id: `${id}_di`,
            bpmnElement: element,
            waypoint: points.map((point) => moddle.create('dc:Point', point)),
          }),
        ]
      : [];
  });
  const plane = moddle.create('bpmndi:BPMNPlane', {
    id: 'made_plane',
    bpmnElement: process,
    planeElement: [...shapes, ...edges],
  });
  definitions.diagrams = [moddle.create('bpmndi:BPMNDiagram', { id: 'made_diagram', plane })];
  return (await moddle.toXML(definitions, { format: false })).xml;
}

/**
 * Returns the BPMN text with a complete diagram: unchanged, or with an automatic layout if its diagram is missing or
 * lacks tasks (`layoutInFile`).
 */
export async function withDiagram(xml: string, flow: FlowDefinition): Promise<string> {
  return (await layoutInFile(xml, flow)) ? xml : replaceDiagram(xml, flow, arrangeFlow(flow));
}
