import { nameInTag } from '../document/xmlText.ts';

/** Returns the name of an element in BPMN XML; its id if it has no name, null if there is no element with this id. */
export function elementName(xml: string, id: string): string | null {
  const position = xml.indexOf(` id="${id}"`);
  if (id === '' || position === -1) return null;
  return nameInTag(xml.slice(xml.lastIndexOf('<', position), xml.indexOf('>', position) + 1)) || id;
}
