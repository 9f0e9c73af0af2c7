import { BpmnModdle } from 'bpmn-moddle';
import { SF_EXTENSION } from '../../../domain/bpmn/index.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import { listOf, type Element } from '../../flow/index.ts';

/** What a picture needs of the extensions, and everybody may know: ours, but which service is called, and where. */
const isShown = ({ $type }: Element): boolean => $type.startsWith(`${SF_EXTENSION.prefix}:`) && $type !== 'sf:Call';

/**
 * The text of a process as this person is answered it. What services are called, with secrets in their addresses perhaps,
 * is the administrators' matter: from others' it is taken out, with what other engines' extensions and comments say.
 */
export async function textFor(user: RequestUser, xml: string): Promise<string> {
  if (isAdmin(user)) return xml;
  const moddle = new BpmnModdle({ sf: SF_EXTENSION });
  const { rootElement } = await moddle.fromXML(xml);
  const seen = new Set<object>([rootElement as object]);
  for (const each of seen) {
    const element = each as Element;
    if (element.$type === 'bpmn:ExtensionElements') element.values = listOf(element, 'values').filter(isShown);
    for (const part of Object.values(element).flat()) if (typeof part === 'object' && part !== null) seen.add(part);
  }
  return (await moddle.toXML(rootElement, { format: false })).xml;
}
