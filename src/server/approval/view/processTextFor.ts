import { BpmnModdle } from 'bpmn-moddle';
import { SF_EXTENSION } from '../../../domain/bpmn/index.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { listOf, type Element } from '../../flow/index.ts';

/** Checks whether everybody may receive an extension element: it belongs to this product and is not a service call. */
const isPublicExtension = ({ $type }: Element): boolean =>
  $type.startsWith(`${SF_EXTENSION.prefix}:`) && $type !== 'sf:Call';

/** Removes attributes of other engines, such as `x:connector="…"`, but keeps declarations of namespaces. */
function removeForeignAttributes({ $attrs }: Partial<Element>): void {
  for (const name of Object.keys($attrs ?? {}))
    if ($attrs && name.includes(':') && !/^(?:xmlns|xsi|sf):/.test(name)) Reflect.deleteProperty($attrs, name);
}

/**
 * Returns the process text that this person may receive. Administrators receive the whole text. For everybody else, the
 * service calls are removed, because their addresses may contain secrets. The extensions and attributes of other
 * engines are also removed, and the XML comments, which parsing drops.
 */
export async function processXmlVisibleTo(user: RequestUser, xml: string): Promise<string> {
  if (isAdmin(user)) return xml;
  const moddle = new BpmnModdle({ sf: SF_EXTENSION });
  const { rootElement } = await moddle.fromXML(xml);
  const visited = new Set<object>([rootElement as object]);
  for (const object of visited) {
    const element = object as Element;
    removeForeignAttributes(element);
    if (element.$type === 'bpmn:ExtensionElements')
      element.values = listOf(element, 'values').filter(isPublicExtension);
    for (const value of Object.values(element).flat())
      if (typeof value === 'object' && value !== null) visited.add(value);
  }
  return (await moddle.toXML(rootElement, { format: false })).xml;
}
