const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** The name of an element in BPMN XML; its id if it has no name, null if there is no element with this id. */
export function elementName(xml: string, id: string): string | null {
  const position = xml.indexOf(` id="${id}"`);
  if (id === '' || position === -1) return null;
  const tag = xml.slice(xml.lastIndexOf('<', position), xml.indexOf('>', position) + 1);
  const name = /\sname="([^"]*)"/.exec(tag)?.[1]?.trim() ?? '';
  return name === '' ? id : name.replace(/&(lt|gt|quot|amp);/g, (_whole, entity: string) => ENTITIES[entity] ?? '');
}
