const NAMED_ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Returns the text of an XML attribute value, with its entities and character references decoded. */
const decodeReferences = (value: string): string =>
  value.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|quot|apos|amp));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return NAMED_ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );

/** Returns the start tags of an XML text, without those in comments, CDATA sections and the texts of elements. */
export const tagsIn = (xml: string): string[] =>
  (xml.match(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^<>!?/](?:"[^"]*"|'[^']*'|[^<>"'])*>/g) ?? []).filter(
    (part) => !part.startsWith('<!'),
  );

/** Returns the value of the attribute `name` in a start tag, on one line; '' if there is none. */
export const nameInTag = (startTag: string): string =>
  decodeReferences(/\sname="([^"]*)"/.exec(startTag)?.[1] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
