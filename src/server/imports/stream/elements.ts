import { UnreadableBook } from './unreadable.ts';

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of XML as it is meant. `_x000D_` is how a workbook writes a character that XML cannot hold. */
export const unescaped = (text: string): string => text
  .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex: string, decimal: string, name: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  })
  .replace(/_x([0-9A-F]{4})_/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The text of every `<t>` inside, readings of characters (`rPh`) left out. */
export const textOf = (xml: string): string => [...xml.replace(/<rPh\b[^]*?<\/rPh>/g, '').matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)].map(([, text = '']) => unescaped(text)).join('');

const patterns = new Map<string, RegExp>();

/** One attribute of a start tag; '' where it has none. */
export function attribute(tag: string, name: string): string {
  const pattern = patterns.get(name) ?? new RegExp(`\\s${name}="([^"]*)"`);
  patterns.set(name, pattern);
  const value = pattern.exec(tag)?.[1] ?? '';
  return value.includes('&') ? unescaped(value) : value;
}

/** Every element of this name in the order of the text, as its whole source; only what is not finished yet is held. No element may be longer than `longest` characters. */
export async function* elements(pieces: AsyncIterable<string>, name: string, longest: number): AsyncGenerator<string> {
  const start = new RegExp(`<${name}(?=[\\s/>])[^>]*>`, 'g');
  const end = `</${name}>`;
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    let from = 0;
    for (;;) {
      start.lastIndex = from;
      const open = start.exec(held);
      if (!open) break;
      if (open[0].endsWith('/>')) {
        yield open[0];
        from = start.lastIndex;
        continue;
      }
      const close = held.indexOf(end, start.lastIndex);
      if (close < 0) { from = open.index; break; }
      yield held.slice(open.index, close + end.length);
      from = close + end.length;
    }
    // a start tag may be cut in two
    const rest = held.slice(from);
    const cut = rest.lastIndexOf('<');
    const isInside = rest.startsWith(`<${name}`);
    held = isInside ? rest : cut >= 0 ? rest.slice(cut) : '';
    if (held.length > longest) throw new UnreadableBook('有一行内容过长');
  }
}
