const MODEL = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
/** Namespaces of drafts of BPMN 2.0 that old designers still write. */
const OLD: Readonly<Record<string, string>> = {
  'http://schema.omg.org/spec/BPMN/2.0': MODEL,
  'http://www.omg.org/spec/BPMN/20100501': MODEL,
  'http://www.omg.org/bpmn20': MODEL,
};
const STANDARD = /^http:\/\/www\.omg\.org\/spec\/(?:BPMN|DD)\//;

/** A tag with its attributes, outside of comments and CDATA sections; one that never ends takes the rest, so that no text is gone through again and again. */
const TAGS =
  /<!--(?:[\s\S]*?-->|[\s\S]*)|<!\[CDATA\[(?:[\s\S]*?\]\]>|[\s\S]*)|<([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/g;
const PREFIXED = /\s([A-Za-z_][\w.-]*):[A-Za-z_][\w.-]*\s*=\s*["']/g;
const DECLARED = /\sxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function declared(xml: string): ReadonlyMap<string, string> {
  return new Map([...xml.matchAll(DECLARED)].map(([, prefix = '', one, other]) => [prefix, one ?? other ?? '']));
}

/** Prefixes that are used and were declared in a part of the file that is not there any more are declared, else nothing of it can be read. */
function withPrefixes(xml: string): string {
  const known = declared(xml);
  const used = new Set<string>();
  for (const [tag, prefix, , attributes = ''] of xml.matchAll(TAGS)) {
    if (tag.startsWith('<!')) continue;
    if (prefix) used.add(prefix.slice(0, -1));
    for (const [, name = ''] of attributes.matchAll(PREFIXED)) used.add(name);
  }
  const missing = [...used].filter((prefix) => !known.has(prefix) && prefix !== 'xml' && prefix !== 'xmlns');
  const root = /<(?:[\w.-]+:)?definitions\b/.exec(xml);
  if (missing.length === 0 || !root) return xml;
  const at = root.index + root[0].length;
  const words = missing
    .map(
      (prefix) =>
        ` xmlns:${prefix}="${prefix === 'xsi' ? 'http://www.w3.org/2001/XMLSchema-instance' : `urn:undeclared:${prefix}`}"`,
    )
    .join('');
  return xml.slice(0, at) + words + xml.slice(at);
}

/** Of several elements with one id the reader keeps the first and drops the others: these get ids of their own. What refers to the id means the first. */
function withSingleIds(xml: string): { xml: string; repeated: readonly string[] } {
  const standard = new Set([...declared(xml)].filter(([, uri]) => STANDARD.test(uri)).map(([prefix]) => prefix));
  const taken = new Set(
    [...xml.matchAll(/\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, one, other]) => one ?? other ?? ''),
  );
  const next = new Map<string, number>();
  const repeated: string[] = [];
  const text = xml.replace(TAGS, (tag: string, prefix?: string) => {
    const id = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag);
    const value = id?.[1] ?? id?.[2] ?? '';
    if (tag.startsWith('<!') || !id || value === '' || !standard.has(prefix?.slice(0, -1) ?? '')) return tag;
    let number = next.get(value) ?? 1;
    let name = value;
    while (number > 1 && taken.has(name)) {
      name = `${value}_${number}`;
      number += 1;
    }
    next.set(value, Math.max(number, 2));
    if (name === value) return tag;
    taken.add(name);
    next.set(name, 2);
    repeated.push(name);
    return tag.replace(id[0], ` id="${name}"`);
  });
  return { xml: text, repeated };
}

/** What keeps a file from being read at all, and can be put right without guessing. `repeated`: the new ids of elements whose id was another's. */
export function repaired(given: string): { xml: string; repeated: readonly string[] } {
  const text = given.replace(/^\uFEFF/, '').trim();
  const modern = Object.entries(OLD).reduce(
    (xml, [old, uri]) => xml.replaceAll(`"${old}"`, `"${uri}"`).replaceAll(`'${old}'`, `'${uri}'`),
    text,
  );
  return withSingleIds(withPrefixes(modern));
}
