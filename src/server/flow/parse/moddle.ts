import { BpmnModdle } from 'bpmn-moddle';
import { SF_EXTENSION } from '../../../domain/bpmn/index.ts';
import { isNeverClosed, isTooDeep, NEVER_CLOSED, TOO_DEEP } from './xmlDepth.ts';
import { xmlFault } from './xmlFault.ts';

/** The part of a moddle element that is read here; moddle itself is untyped at this boundary. */
export interface Element {
  $type: string;
  $attrs: Readonly<Record<string, string>>;
  $parent?: Element;
  id?: string;
  name?: string;
  [property: string]: unknown;
}

/** What the reader could not follow; `property` names the reference or attribute, `type` what has it; `unread` the element that it left out, by our prefix where it is ours, and where that begins. */
export interface Warning {
  message: string;
  property: string;
  element: string | undefined;
  type: string | undefined;
  unread?: { name: string; line: number; column: number };
}

export type Loaded =
  | { ok: true; processes: Element[]; diagrams: Element[]; warnings: Warning[] }
  | { ok: false; detail: string };

/** The id of an element, or of the nearest one around it that has one. */
export const idOf = (element: Element | undefined): string | undefined =>
  element === undefined ? undefined : (element.id ?? idOf(element.$parent));

export const UNDECLARED: ReadonlySet<string> = new Set([
  'bpmn:errorRef',
  'bpmn:escalationRef',
  'bpmn:signalRef',
  'bpmn:messageRef',
]);

const UNREAD = /\n\s*line: (\d+)\n\s*column: (\d+)\n\s*nested error: [^<]*<([^<>]+)>$/;

function unreadIn(message: string): Pick<Warning, 'unread'> {
  const [, line, column, name] = UNREAD.exec(message) ?? [];
  return name === undefined ? {} : { unread: { name, line: Number(line), column: Number(column) } };
}

/** Reads BPMN 2.0 text. Never throws; elements and attributes of foreign namespaces are kept apart by moddle. */
export async function loadProcesses(xml: string): Promise<Loaded> {
  if (isTooDeep(xml)) return { ok: false, detail: TOO_DEEP };
  if (isNeverClosed(xml)) return { ok: false, detail: NEVER_CLOSED };
  try {
    const { rootElement, warnings } = await new BpmnModdle({ sf: SF_EXTENSION }).fromXML(xml);
    // codes of errors and escalations, names of signals and messages are often named without being declared: then the name itself is the code
    for (const { element, property, value } of warnings)
      if (UNDECLARED.has(property ?? '') && element)
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
        element: idOf(element as Element | undefined),
        type: (element as Element | undefined)?.$type,
        ...unreadIn(message),
      })),
    };
  } catch (error) {
    return { ok: false, detail: xmlFault(error instanceof Error ? error.message : '') };
  }
}

export const listOf = (element: Element, property: string): Element[] =>
  (element[property] as Element[] | undefined) ?? [];

/** Extension elements of a given type, e.g. `sf:Field`. */
export function extensionsOf(element: Element, type: string): Element[] {
  const holder = element.extensionElements as Element | undefined;
  return holder ? listOf(holder, 'values').filter((value) => value.$type === type) : [];
}
