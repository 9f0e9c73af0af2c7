import { extensionsOf, listOf, type Element } from './moddle.ts';

/** Attributes of other engines' namespaces by their bare name (`flowable:assignee`, `activiti:assignee`, `camunda:assignee`). */
export function foreignAttribute(element: Element, name: string): string {
  const found = Object.entries(element.$attrs).find(([key]) => key.includes(':') && key.split(':').at(-1) === name);
  return found?.[1].trim() ?? '';
}

/** An attribute of an element of zeebe's among the extensions (`= initiator` as `${initiator}`); '' where it does not say. */
export function zeebeAttribute(element: Element, type: string, name: string): string {
  const found = extensionsOf(element, `zeebe:${type}`)[0];
  const value = String(found?.[name] ?? found?.$attrs?.[name] ?? '').trim();
  return value.startsWith('=') ? `\${${value.slice(1).trim()}}` : value;
}

/** Holders in BPMN's own words (`potentialOwner`, `humanPerformer`): `user(a), group(b)`, or a bare name. */
export const ownersOf = (element: Element): string[] => listOf(element, 'resources')
  .map((resource) => String(((resource.resourceAssignmentExpression as Element | undefined)?.expression as Element | undefined)?.body ?? '').trim()).filter(Boolean);

/** The name that another engine's file gives to what the run is for, of the loops around an element; the nearest first. */
export function loopVariables(element: Element): string[] {
  const found: string[] = [];
  for (let at = element.$parent; at; at = at.$parent) {
    const loop = at.$type === 'bpmn:SubProcess' || at.$type === 'bpmn:Transaction' ? (at.loopCharacteristics as Element | undefined) : undefined;
    const name = loop ? foreignAttribute(loop, 'elementVariable') : '';
    if (name !== '') found.push(name);
  }
  return found;
}
