import { BpmnModdle } from 'bpmn-moddle';
import { SF_EXTENSION } from '../../../domain/bpmn/index.ts';
import { hasUnterminatedTags, isTooDeep, UNTERMINATED_TAGS_TEXT, TOO_DEEP_TEXT } from './xmlDepth.ts';
import { xmlErrorText } from './xmlErrorText.ts';

/** The properties of a moddle element that this product reads; moddle itself has no types. */
export interface Element {
  $type: string;
  $attrs: Readonly<Record<string, string>>;
  $parent?: Element;
  id?: string;
  name?: string;
  [property: string]: unknown;
}

/**
 * A warning of the XML reader. `property`: name of the reference or attribute; `elementId`, `elementType`: id
 * (`nearestIdOf`) and type of the element that contains it; `unparsed`: name and position (line and column, from 0) of
 * an element that the reader skipped.
 */
export interface Warning {
  message: string;
  property: string;
  elementId: string | undefined;
  elementType: string | undefined;
  unparsed?: { name: string; line: number; column: number };
}

/** The result of reading a process file. `detail`: why it cannot be read (Chinese text). */
export type LoadResult =
  | { ok: true; processes: Element[]; diagrams: Element[]; warnings: Warning[] }
  | { ok: false; detail: string };

/** Returns the id of an element, or of the nearest element around it that has an id; undefined if none has an id. */
export const nearestIdOf = (element: Element | undefined): string | undefined =>
  element === undefined ? undefined : (element.id ?? nearestIdOf(element.$parent));

/** References that `loadProcesses` accepts even if the file does not declare the referenced element. */
export const UNDECLARED_REFERENCES: ReadonlySet<string> = new Set([
  'bpmn:errorRef',
  'bpmn:escalationRef',
  'bpmn:signalRef',
  'bpmn:messageRef',
]);

const UNPARSED_ELEMENT = /\n\s*line: (\d+)\n\s*column: (\d+)\n\s*nested error: [^<]*<([^<>]+)>$/;

function unparsedElementIn(message: string): Pick<Warning, 'unparsed'> {
  const [, line, column, name] = UNPARSED_ELEMENT.exec(message) ?? [];
  return name === undefined ? {} : { unparsed: { name, line: Number(line), column: Number(column) } };
}

/** Parses BPMN 2.0 text, also with elements and attributes of other namespaces. Never throws. */
export async function loadProcesses(xml: string): Promise<LoadResult> {
  if (isTooDeep(xml)) return { ok: false, detail: TOO_DEEP_TEXT };
  if (hasUnterminatedTags(xml)) return { ok: false, detail: UNTERMINATED_TAGS_TEXT };
  try {
    const { rootElement, warnings } = await new BpmnModdle({ sf: SF_EXTENSION }).fromXML(xml);
    // moddle leaves a reference to an undeclared error, escalation, signal or message unset: this stores the referenced
    // id as a text instead, which then serves as the code or name
    for (const { element, property, value } of warnings)
      if (UNDECLARED_REFERENCES.has(property ?? '') && element)
        (element as Element)[(property ?? '').replace('bpmn:', '')] = value;
    const roots = (rootElement as Element).rootElements as Element[] | undefined;
    const processes = (roots ?? []).filter((element) => element.$type === 'bpmn:Process');
    return {
      ok: true,
      processes,
      diagrams: ((rootElement as Element).diagrams as Element[] | undefined) ?? [],
      warnings: warnings.map(({ message, property = '', element }) => ({
        message: message.split('\n', 1)[0] ?? '',
        property,
        elementId: nearestIdOf(element as Element | undefined),
        elementType: (element as Element | undefined)?.$type,
        ...unparsedElementIn(message),
      })),
    };
  } catch (error) {
    return { ok: false, detail: xmlErrorText(error instanceof Error ? error.message : '') };
  }
}

/** Returns the elements in a property that holds a list; none if the property is missing. */
export const listOf = (element: Element, property: string): Element[] =>
  (element[property] as Element[] | undefined) ?? [];

/** Returns the extension elements of a given type, e.g. `sf:Field`. */
export function extensionsOf(element: Element, type: string): Element[] {
  const extensionElements = element.extensionElements as Element | undefined;
  return extensionElements ? listOf(extensionElements, 'values').filter((value) => value.$type === type) : [];
}
