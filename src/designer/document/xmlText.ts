import { decodeXmlEntities } from '../../domain/xmlEntities.ts';

/** Returns the start tags of an XML text, without those in comments, CDATA sections and the texts of elements. */
export const tagsIn = (xml: string): string[] =>
  (xml.match(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^<>!?/](?:"[^"]*"|'[^']*'|[^<>"'])*>/g) ?? []).filter(
    (part) => !part.startsWith('<!'),
  );

/** Returns the value of the attribute `name` in a start tag, on one line; '' if there is none. */
export const nameInTag = (startTag: string): string =>
  decodeXmlEntities(/\sname="([^"]*)"/.exec(startTag)?.[1] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
