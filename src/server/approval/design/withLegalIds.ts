/** Ids that the BPMN reader accepts. */
const LEGAL_ID = /^(?:[a-z][\w.-]*:)?[a-z_][\w.-]*$/i;
/** Attributes and elements that contain an id or refer to one. */
const ID_ATTRIBUTES =
  'id|sourceRef|targetRef|bpmnElement|default|attachedToRef|processRef|errorRef|messageRef|signalRef|escalationRef|dataObjectRef|dataStoreRef|itemSubjectRef';
const ID_ELEMENTS = 'incoming|outgoing|flowNodeRef|sourceRef|targetRef';

const idAttributePattern = (): RegExp => new RegExp(`(\\s(?:${ID_ATTRIBUTES})\\s*=\\s*)(?:"([^"]*)"|'([^']*)')`, 'g');

/**
 * Replaces ids that BPMN does not allow (beginning with a digit, or in Chinese) everywhere in the file, because the
 * reader would drop them. Returns the text and the number of replaced ids.
 */
export function withLegalIds(xml: string): { xml: string; count: number } {
  const usedIds = new Set<string>();
  const illegalIds = new Set<string>();
  for (const [, before = '', one, other] of xml.matchAll(idAttributePattern())) {
    const id = one ?? other ?? '';
    if (!/^\s+id\b/.test(before)) continue;
    if (LEGAL_ID.test(id)) usedIds.add(id);
    else if (id !== '') illegalIds.add(id);
  }
  if (illegalIds.size === 0) return { xml, count: 0 };
  const names = new Map<string, string>();
  for (const id of illegalIds) {
    const base = `id_${id.replace(/[^\w.-]/g, '_').slice(0, 200)}`;
    let name = base;
    for (let number = 2; usedIds.has(name); number += 1) name = `${base}_${number}`;
    usedIds.add(name);
    names.set(id, name);
  }
  const replaced = xml
    .replace(idAttributePattern(), (whole, before: string, one?: string, other?: string) => {
      const name = names.get(one ?? other ?? '');
      return name === undefined ? whole : `${before}"${name}"`;
    })
    // blanks around the id are trimmed afterwards: matching them in the pattern would take quadratic time
    .replace(
      new RegExp(`(<(?:\\w+:)?(?:${ID_ELEMENTS})(?:\\s[^<>]*)?>)([^<>]*)(?=</)`, 'g'),
      (whole, open: string, id: string) => {
        const name = names.get(id.trim());
        return name === undefined ? whole : `${open}${name}`;
      },
    );
  return { xml: replaced, count: illegalIds.size };
}
