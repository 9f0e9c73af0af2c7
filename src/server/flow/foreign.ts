import type { Element } from './moddle.ts';

/** Attributes of other engines' namespaces by their bare name (`flowable:assignee`, `activiti:assignee`, `camunda:assignee`). */
export function foreignAttribute(element: Element, name: string): string {
  const found = Object.entries(element.$attrs).find(([key]) => key.includes(':') && key.split(':').at(-1) === name);
  return found?.[1].trim() ?? '';
}

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
