/** What the reader of BPMN takes as an id. */
const LEGAL = /^(?:[a-z][\w.-]*:)?[a-z_][\w.-]*$/i;
/** Attributes and elements that hold an id or name one. */
const NAMING =
  'id|sourceRef|targetRef|bpmnElement|default|attachedToRef|processRef|errorRef|messageRef|signalRef|escalationRef|dataObjectRef|dataStoreRef|itemSubjectRef';
const TEXTS = 'incoming|outgoing|flowNodeRef|sourceRef|targetRef';

const attributes = (): RegExp => new RegExp(`(\\s(?:${NAMING})\\s*=\\s*)(?:"([^"]*)"|'([^']*)')`, 'g');

/**
 * Files of some designers begin ids with a digit or write them in Chinese, which BPMN does not allow and its reader does
 * not take: they get other ids, everywhere alike. Answers the text and how many there were.
 */
export function withLegalIds(xml: string): { xml: string; count: number } {
  const taken = new Set<string>();
  const odd = new Set<string>();
  for (const [, before = '', one, other] of xml.matchAll(attributes())) {
    const id = one ?? other ?? '';
    if (!/^\s+id\b/.test(before)) continue;
    if (LEGAL.test(id)) taken.add(id);
    else if (id !== '') odd.add(id);
  }
  if (odd.size === 0) return { xml, count: 0 };
  const names = new Map<string, string>();
  for (const id of odd) {
    const base = `id_${id.replace(/[^\w.-]/g, '_').slice(0, 200)}`;
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}_${number}`;
    taken.add(name);
    names.set(id, name);
  }
  const named = xml
    .replace(attributes(), (whole, before: string, one?: string, other?: string) => {
      const name = names.get(one ?? other ?? '');
      return name === undefined ? whole : `${before}"${name}"`;
    })
    // a blank within is taken off afterwards: sought by the pattern, it would be looked for at every place
    .replace(
      new RegExp(`(<(?:\\w+:)?(?:${TEXTS})(?:\\s[^<>]*)?>)([^<>]*)(?=</)`, 'g'),
      (whole, open: string, id: string) => {
        const name = names.get(id.trim());
        return name === undefined ? whole : `${open}${name}`;
      },
    );
  return { xml: named, count: odd.size };
}
