/** Ids that the BPMN reader accepts. */
const LEGAL_ID = /^(?:[a-z][\w.-]*:)?[a-z_][\w.-]*$/i;
/** Attributes and elements that contain an id: the id of an element or a reference to another element. */
const ID_ATTRIBUTES =
  'id|sourceRef|targetRef|bpmnElement|default|attachedToRef|processRef|errorRef|messageRef|signalRef|escalationRef|dataObjectRef|dataStoreRef|itemSubjectRef';
const ID_ELEMENTS = 'incoming|outgoing|flowNodeRef|sourceRef|targetRef';

const idAttributePattern = (): RegExp => new RegExp(`(\\s(?:${ID_ATTRIBUTES})\\s*=\\s*)(?:"([^"]*)"|'([^']*)')`, 'g');

/**
 * Replaces, in the whole file, ids that BPMN does not allow, because the BPMN reader would drop their elements. Such
 * ids, for example, begin with a digit or contain Chinese characters. Returns the text and the new ids by replaced id.
 */
export function withLegalIds(xml: string): { xml: string; newIds: ReadonlyMap<string, string> } {
  const usedIds = new Set<string>();
  const illegalIds = new Set<string>();
  for (const [, attribute = '', doubleQuoted, singleQuoted] of xml.matchAll(idAttributePattern())) {
    const id = doubleQuoted ?? singleQuoted ?? '';
    if (!/^\s+id\b/.test(attribute)) continue;
    if (LEGAL_ID.test(id)) usedIds.add(id);
    else if (id !== '') illegalIds.add(id);
  }
  const newIds = new Map<string, string>();
  if (illegalIds.size === 0) return { xml, newIds };
  for (const id of illegalIds) {
    const legalId = `id_${id.replace(/[^\w.-]/g, '_').slice(0, 200)}`;
    let newId = legalId;
    for (let suffix = 2; usedIds.has(newId); suffix += 1) newId = `${legalId}_${suffix}`;
    usedIds.add(newId);
    newIds.set(id, newId);
  }
  const newXml = xml
    .replace(idAttributePattern(), (whole, attribute: string, doubleQuoted?: string, singleQuoted?: string) => {
      const newId = newIds.get(doubleQuoted ?? singleQuoted ?? '');
      return newId === undefined ? whole : `${attribute}"${newId}"`;
    })
    // blanks around the id are trimmed later, because matching them in the pattern would take quadratic time
    .replace(
      new RegExp(`(<(?:\\w+:)?(?:${ID_ELEMENTS})(?:\\s[^<>]*)?>)([^<>]*)(?=</)`, 'g'),
      (whole, openingTag: string, id: string) => {
        const newId = newIds.get(id.trim());
        return newId === undefined ? whole : `${openingTag}${newId}`;
      },
    );
  return { xml: newXml, newIds };
}
