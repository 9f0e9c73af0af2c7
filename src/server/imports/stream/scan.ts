/*
 * Reading XML of strangers by looking for the next sign, never by patterns: each step goes on from where the last one
 * ended, so the work is the length of the text, whatever it holds. An element that does not end ends the reading.
 */

const isNameEnd = (char: string | undefined): boolean =>
  char === '>' || char === '/' || char === ' ' || char === '\n' || char === '\t' || char === '\r';

/** Where the next start tag of this name begins; -1: none. One that the text ends within counts only with what follows its name. */
export function openingOf(xml: string, name: string, from: number): number {
  const sign = `<${name}`;
  let at = xml.indexOf(sign, from);
  while (at >= 0 && !isNameEnd(xml[at + sign.length])) at = xml.indexOf(sign, at + 1);
  return at;
}

export interface Found {
  /** The start tag. */ tag: string;
  /** What stands between it and its end. */ inside: string;
  from: number;
  to: number;
}

/** The next whole element of this name, which holds none of its own kind; null: there is none, or it does not end. */
export function elementAt(xml: string, name: string, from: number): Found | null {
  const at = openingOf(xml, name, from);
  const end = at < 0 ? -1 : xml.indexOf('>', at);
  if (end < 0) return null;
  const tag = xml.slice(at, end + 1);
  if (tag.endsWith('/>')) return { tag, inside: '', from: at, to: end + 1 };
  const sign = `</${name}>`;
  const close = xml.indexOf(sign, end + 1);
  return close < 0 ? null : { tag, inside: xml.slice(end + 1, close), from: at, to: close + sign.length };
}

/** Every whole element of this name in the order of the text. */
export function* elementsIn(xml: string, name: string): Generator<Found> {
  for (let found = elementAt(xml, name, 0); found; found = elementAt(xml, name, found.to)) yield found;
}

/** Every start tag of this name, with or without a prefix. */
export function* startTags(xml: string, name: string): Generator<string> {
  for (let at = xml.indexOf('<'); at >= 0;) {
    const end = xml.indexOf('>', at);
    if (end < 0) return;
    const word = /^<(?:\w{1,40}:)?([\w.-]{1,80})(?=[\s/>])/.exec(xml.slice(at, Math.min(end + 1, at + 130)))?.[1];
    if (word === name) yield xml.slice(at, end + 1);
    at = xml.indexOf('<', end);
  }
}

/** The text without the elements of this name. */
export function without(xml: string, name: string): string {
  let kept = '';
  let from = 0;
  for (const found of elementsIn(xml, name)) {
    kept += xml.slice(from, found.from);
    from = found.to;
  }
  return kept + xml.slice(from);
}
