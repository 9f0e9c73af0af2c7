import { decodeXmlEntities } from '../../../domain/xmlEntities.ts';
import { findElement, elementsIn, findStartTag, withoutElements } from './scan.ts';
import { UnreadableBook } from './unreadableBook.ts';

/** Decodes XML entities, and the notation `_x000D_` that workbooks use for characters that XML cannot contain. */
export const unescapeXml = (text: string): string =>
  decodeXmlEntities(text, '').replace(/_x([0-9A-F]{4})_/g, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

const CDATA_START = '<![CDATA[';
const escapeAmpersands = (text: string): string => text.replaceAll('&', '&amp;');

/** Returns the text between tags. Replaces entities except in `<![CDATA[…]]>`. */
export function decodeContent(xml: string): string {
  if (!xml.includes(CDATA_START)) return unescapeXml(xml);
  const [first = '', ...others] = xml.split(CDATA_START);
  return unescapeXml(
    first +
      others
        .map((part) => {
          const end = part.indexOf(']]>');
          return end < 0 ? escapeAmpersands(part) : escapeAmpersands(part.slice(0, end)) + part.slice(end + 3);
        })
        .join(''),
  );
}

/** Returns the joined text of all `<t>` elements, without phonetic readings (`rPh`). */
export const richTextOf = (xml: string): string =>
  [...elementsIn(withoutElements(xml, 'rPh'), 't')].map(({ inside }) => decodeContent(inside)).join('');

const patterns = new Map<string, RegExp>();

/** Returns the value of an attribute of a start tag; '' if missing. */
export function attribute(tag: string, name: string): string {
  const pattern = patterns.get(name) ?? new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, pattern);
  const match = pattern.exec(tag);
  const value = match?.[1] ?? match?.[2] ?? '';
  return value.includes('&') ? unescapeXml(value) : value;
}

/**
 * Yields the source of every element of this name, in the order of the text. Buffers only the unfinished element.
 * Throws UnreadableBook if an element is longer than `maxLength` characters.
 */
export async function* elements(
  pieces: AsyncIterable<string>,
  name: string,
  maxLength: number,
): AsyncGenerator<string> {
  let buffer = '';
  for await (const piece of pieces) {
    buffer += piece;
    let from = 0;
    for (let element = findElement(buffer, name, 0); element; element = findElement(buffer, name, from)) {
      yield buffer.slice(element.from, element.to);
      from = element.to;
    }
    const unfinished = findStartTag(buffer, name, from);
    // a piece may end within a start tag
    const cut = unfinished >= 0 ? unfinished : Math.max(buffer.lastIndexOf('<'), from);
    buffer = buffer.slice(unfinished >= 0 || buffer[cut] === '<' ? cut : buffer.length);
    if (buffer.length > maxLength) throw new UnreadableBook('有一行内容过长');
  }
}
