const WORDS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** The name of an element in BPMN XML; its id where it has no name, null where no element has this id. */
export function elementName(xml: string, id: string): string | null {
  const at = xml.indexOf(` id="${id}"`);
  if (id === '' || at === -1) return null;
  const tag = xml.slice(xml.lastIndexOf('<', at), xml.indexOf('>', at) + 1);
  const name = /\sname="([^"]*)"/.exec(tag)?.[1]?.trim() ?? '';
  return name === '' ? id : name.replace(/&(lt|gt|quot|amp);/g, (_whole, word: string) => WORDS[word] ?? '');
}
