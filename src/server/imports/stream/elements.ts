import { elementAt, elementsIn, openingOf, without } from './scan.ts';
import { UnreadableBook } from './unreadable.ts';

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of XML as it is meant. `_x000D_` is how a workbook writes a character that XML cannot hold. */
export const unescaped = (text: string): string =>
  text
    .replace(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
      (whole, hex: string, decimal: string, name: string) => {
        if (name) return NAMED[name.toLowerCase()] ?? whole;
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      },
    )
    .replace(/_x([0-9A-F]{4})_/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const LITERAL = '<![CDATA[';
const asLiteral = (text: string): string => text.replaceAll('&', '&amp;');

/** Text between tags as it is meant; what stands in `<![CDATA[…]]>` means itself. */
export function contentOf(xml: string): string {
  if (!xml.includes(LITERAL)) return unescaped(xml);
  const [first = '', ...others] = xml.split(LITERAL);
  return unescaped(
    first +
      others
        .map((part) => {
          const end = part.indexOf(']]>');
          return end < 0 ? asLiteral(part) : asLiteral(part.slice(0, end)) + part.slice(end + 3);
        })
        .join(''),
  );
}

/** The text of every `<t>` inside, readings of characters (`rPh`) left out. */
export const textOf = (xml: string): string =>
  [...elementsIn(without(xml, 'rPh'), 't')].map(({ inside }) => contentOf(inside)).join('');

const patterns = new Map<string, RegExp>();

/** One attribute of a start tag; '' where it has none. */
export function attribute(tag: string, name: string): string {
  const pattern = patterns.get(name) ?? new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, pattern);
  const found = pattern.exec(tag);
  const value = found?.[1] ?? found?.[2] ?? '';
  return value.includes('&') ? unescaped(value) : value;
}

/** Every element of this name in the order of the text, as its whole source; only what is not finished yet is held. No element may be longer than `longest` characters. */
export async function* elements(pieces: AsyncIterable<string>, name: string, longest: number): AsyncGenerator<string> {
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    let from = 0;
    for (let found = elementAt(held, name, 0); found; found = elementAt(held, name, from)) {
      yield held.slice(found.from, found.to);
      from = found.to;
    }
    const begun = openingOf(held, name, from);
    // a start tag may be cut in two
    const cut = begun >= 0 ? begun : Math.max(held.lastIndexOf('<'), from);
    held = held.slice(begun >= 0 || held[cut] === '<' ? cut : held.length);
    if (held.length > longest) throw new UnreadableBook('有一行内容过长');
  }
}
