import { nameInTag, tagsIn } from '../document/xmlText.ts';

/** Returns the name of an element in BPMN XML; its id if it has no name, null if there is no element with this id. */
export function elementName(xml: string, id: string): string | null {
  if (id === '') return null;
  const tag = tagsIn(xml).find((text) => text.includes(` id="${id}"`));
  return tag === undefined ? null : nameInTag(tag) || id;
}
