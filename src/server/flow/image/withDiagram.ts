import { BpmnModdle } from 'bpmn-moddle';
import { SF_EXTENSION } from '../../../domain/bpmn/index.ts';
import type { Element } from '../parse/moddle.ts';
import type { FlowDefinition } from '../definition.ts';
import { arranged } from './arrange.ts';
import { drawn } from './layout.ts';
import type { FlowLayout } from './shapes.ts';

/** The text with a diagram of this layout instead of its own; elements that the text does not have are left out. */
async function redrawn(xml: string, flow: FlowDefinition, { boxes, lines }: FlowLayout): Promise<string> {
  const moddle = new BpmnModdle({ sf: SF_EXTENSION });
  const { rootElement, elementsById } = await moddle.fromXML(xml);
  const definitions = rootElement as Element;
  const of = (id: string): Element | undefined => elementsById[id] as Element | undefined;
  const process = of(flow.key) ?? (definitions.rootElements as Element[]).find(({ $type }) => $type === 'bpmn:Process');
  const shapes = [...boxes].flatMap(([id, box]) => {
    const element = of(id);
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
    const element = of(id);
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

/** A process file that can be shown: as it is, or with a picture where it has none or one that leaves tasks out. */
export async function withDiagram(xml: string, flow: FlowDefinition): Promise<string> {
  return (await drawn(xml, flow)) ? xml : redrawn(xml, flow, arranged(flow));
}
