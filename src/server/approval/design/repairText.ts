const BPMN_NAMESPACE = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
/** Namespaces of BPMN 2.0 drafts, which old designers write; each with the final namespace that replaces it. */
const DRAFT_NAMESPACES: Readonly<Record<string, string>> = {
  'http://schema.omg.org/spec/BPMN/2.0': BPMN_NAMESPACE,
  'http://www.omg.org/spec/BPMN/20100501': BPMN_NAMESPACE,
  'http://www.omg.org/bpmn20': BPMN_NAMESPACE,
};
const STANDARD_NAMESPACE = /^http:\/\/www\.omg\.org\/spec\/(?:BPMN|DD)\//;

/**
 * Matches a start tag with its attributes, or a whole comment or CDATA section. A comment or section without an end
 * matches the rest of the text, to avoid quadratic time.
 */
const TAG_OR_COMMENT =
  /<!--(?:[\s\S]*?-->|[\s\S]*)|<!\[CDATA\[(?:[\s\S]*?\]\]>|[\s\S]*)|<([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g;
const PREFIXED_ATTRIBUTE = /\s([A-Za-z_][\w.-]*):[A-Za-z_][\w.-]*\s*=\s*["']/g;
const NAMESPACE_DECLARATION = /\sxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Returns the address of each namespace that the text declares, by prefix; '' for the default namespace. */
function namespacesByPrefix(xml: string): ReadonlyMap<string, string> {
  return new Map(
    [...xml.matchAll(NAMESPACE_DECLARATION)].map(([, prefix = '', doubleQuoted, singleQuoted]) => [
      prefix,
      doubleQuoted ?? singleQuoted ?? '',
    ]),
  );
}

/** Declares prefixes that are used without a declaration; otherwise the file could not be parsed. */
function declarePrefixes(xml: string): string {
  const declaredUris = namespacesByPrefix(xml);
  const usedPrefixes = new Set<string>();
  for (const [tag, prefix, , attributes = ''] of xml.matchAll(TAG_OR_COMMENT)) {
    if (tag.startsWith('<!')) continue;
    if (prefix) usedPrefixes.add(prefix.slice(0, -1));
    for (const [, name = ''] of attributes.matchAll(PREFIXED_ATTRIBUTE)) usedPrefixes.add(name);
  }
  const undeclaredPrefixes = [...usedPrefixes].filter(
    (prefix) => !declaredUris.has(prefix) && prefix !== 'xml' && prefix !== 'xmlns',
  );
  const root = /<(?:[\w.-]+:)?definitions\b/.exec(xml);
  if (undeclaredPrefixes.length === 0 || !root) return xml;
  const insertPosition = root.index + root[0].length;
  const declarations = undeclaredPrefixes
    .map(
      (prefix) =>
        ` xmlns:${prefix}="${prefix === 'xsi' ? 'http://www.w3.org/2001/XMLSchema-instance' : `urn:undeclared:${prefix}`}"`,
    )
    .join('');
  return xml.slice(0, insertPosition) + declarations + xml.slice(insertPosition);
}

/**
 * Assigns new ids to BPMN elements that repeat the id of an earlier element, because the BPMN reader would drop these
 * elements. References still point to the first element with the id. `renamedIds`: the new ids.
 */
function makeIdsUnique(xml: string): { xml: string; renamedIds: readonly string[] } {
  const standardPrefixes = new Set(
    [...namespacesByPrefix(xml)].filter(([, uri]) => STANDARD_NAMESPACE.test(uri)).map(([prefix]) => prefix),
  );
  const usedIds = new Set(
    [...xml.matchAll(/\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, doubleQuoted, singleQuoted]) => doubleQuoted ?? singleQuoted ?? '',
    ),
  );
  // the suffix to try for the next element with an id; missing: the next element is the first one and keeps its id
  const nextSuffixes = new Map<string, number>();
  const renamedIds: string[] = [];
  const text = xml.replace(TAG_OR_COMMENT, (tag: string, prefix?: string) => {
    const idMatch = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag);
    const id = idMatch?.[1] ?? idMatch?.[2] ?? '';
    if (tag.startsWith('<!') || !idMatch || id === '' || !standardPrefixes.has(prefix?.slice(0, -1) ?? '')) return tag;
    let suffix = nextSuffixes.get(id) ?? 1;
    let newId = id;
    while (suffix > 1 && usedIds.has(newId)) {
      newId = `${id}_${suffix}`;
      suffix += 1;
    }
    nextSuffixes.set(id, Math.max(suffix, 2));
    if (newId === id) return tag;
    usedIds.add(newId);
    nextSuffixes.set(newId, 2);
    renamedIds.push(newId);
    return tag.replace(idMatch[0], ` id="${newId}"`);
  });
  return { xml: text, renamedIds };
}

/**
 * Corrects errors that would prevent parsing and for which the correction is certain: draft namespaces, undeclared
 * prefixes, duplicate ids. `renamedIds`: the new ids of elements with a duplicate id.
 */
export function repairText(source: string): { xml: string; renamedIds: readonly string[] } {
  const text = source.replace(/^\uFEFF/, '').trim();
  const textWithFinalNamespaces = Object.entries(DRAFT_NAMESPACES).reduce(
    (xml, [draftUri, uri]) => xml.replaceAll(`"${draftUri}"`, `"${uri}"`).replaceAll(`'${draftUri}'`, `'${uri}'`),
    text,
  );
  return makeIdsUnique(declarePrefixes(textWithFinalNamespaces));
}
