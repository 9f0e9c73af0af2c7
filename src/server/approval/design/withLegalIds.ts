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
  for (const [, attribute = '', doubleQuoted, singleQuoted] of xml.matchAll(idAttributePattern())) {
    const id = doubleQuoted ?? singleQuoted ?? '';
    if (!/^\s+id\b/.test(attribute)) continue;
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
    .replace(idAttributePattern(), (whole, attribute: string, doubleQuoted?: string, singleQuoted?: string) => {
      const name = names.get(doubleQuoted ?? singleQuoted ?? '');
      return name === undefined ? whole : `${attribute}"${name}"`;
    })
    // blanks around the id are trimmed afterwards: matching them in the pattern would take quadratic time
    .replace(
      new RegExp(`(<(?:\\w+:)?(?:${ID_ELEMENTS})(?:\\s[^<>]*)?>)([^<>]*)(?=</)`, 'g'),
      (whole, openingTag: string, id: string) => {
        const name = names.get(id.trim());
        return name === undefined ? whole : `${openingTag}${name}`;
      },
    );
  return { xml: replaced, count: illegalIds.size };
}
