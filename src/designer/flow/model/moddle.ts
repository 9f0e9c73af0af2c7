import { BpmnModdle } from 'bpmn-moddle';
import { SF_EXTENSION, chosenProcess } from '../../../domain/bpmn/index.ts';

/** The parts of a moddle element that the designer uses; moddle itself has no type for an element. */
export interface Element {
  $type: string;
  $attrs: Record<string, string>;
  $parent?: Element;
  $descriptor?: { properties: { name: string; isAttr?: boolean; ns: { localName: string } }[] };
  id?: string;
  name?: string;
  [property: string]: unknown;
}

export type MakeElement = (type: string, properties?: object) => Element;

export const createModdle = (): BpmnModdle => new BpmnModdle({ sf: SF_EXTENSION });
/** Returns a function that creates elements. */
export const makerOf =
  (moddle: BpmnModdle): MakeElement =>
  (type, properties) =>
    moddle.create(type, properties) as Element;

export type ReadResult = { ok: true; definitions: Element; process: Element } | { ok: false; detail: string };

/** Parses a text into a moddle tree and finds its process. Never throws. */
export async function readXml(moddle: BpmnModdle, xml: string): Promise<ReadResult> {
  try {
    const definitions = (await moddle.fromXML(xml)).rootElement as Element;
    const processes = listOf(definitions, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process');
    const process = chosenProcess(processes) ?? processes[0];
    return process ? { ok: true, definitions, process } : { ok: false, detail: '文件中没有流程' };
  } catch (error) {
    return {
      ok: false,
      detail: `不是有效的 BPMN 文件（${error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)}）`,
    };
  }
}

export const writeXml = async (moddle: BpmnModdle, definitions: Element): Promise<string> =>
  (await moddle.toXML(definitions, { format: true })).xml;

/** Returns the elements in a list property; none if the property is absent. */
export const listOf = (element: Element | undefined, property: string): Element[] =>
  (element?.[property] as Element[] | undefined) ?? [];

/** Returns the extension elements of an element. */
export const extensionsOf = (element: Element): Element[] =>
  listOf(element.extensionElements as Element | undefined, 'values');

/** Returns all attributes of an element, declared or not. */
export function attributesOf(element: Element): Record<string, string> {
  const declaredNames = (element.$descriptor?.properties ?? [])
    .filter(({ isAttr }) => isAttr)
    .map(({ ns }) => ns.localName);
  const declaredAttributes = declaredNames
    .filter((name) => element[name] !== undefined)
    .map((name) => [name, String(element[name])]);
  return Object.fromEntries([
    ...declaredAttributes,
    ...Object.entries(undeclaredAttributes(element)).filter(([name]) => !name.startsWith('xmlns')),
  ]) as Record<string, string>;
}

/**
 * Returns the attributes that no moddle package declares. An element of an unknown type has these attributes as its own
 * properties.
 */
function undeclaredAttributes(element: Element): Record<string, unknown> {
  const { $attrs } = element as { $attrs?: Record<string, string> };
  return (
    $attrs ??
    Object.fromEntries(
      Object.entries(element).filter(([name, value]) => !name.startsWith('$') && typeof value === 'string'),
    )
  );
}
