/*
 * Scans untrusted XML by searching for the next delimiter instead of matching patterns: each step continues where the
 * last one ended, so the time is linear in the length of any text. An element without an end ends the scan.
 */

const isNameEnd = (char: string | undefined): boolean =>
  char === '>' || char === '/' || char === ' ' || char === '\n' || char === '\t' || char === '\r';

/**
 * Returns the index of the next start tag with this name; -1 if there is none. If the text ends within the tag, the
 * tag is found only if its name is complete.
 */
export function findStartTag(xml: string, name: string, from: number): number {
  const tagStart = `<${name}`;
  let index = xml.indexOf(tagStart, from);
  while (index >= 0 && !isNameEnd(xml[index + tagStart.length])) index = xml.indexOf(tagStart, index + 1);
  return index;
}

export interface XmlElement {
  /** The source of the start tag. */
  startTag: string;
  /** The source between start and end tag. */
  inside: string;
  /** Offsets of the whole element in the source; `to` is exclusive. */
  from: number;
  to: number;
}

/**
 * Returns the next complete element with this name. The element must not contain another element with the same name.
 * Null if there is no such element or it has no end tag.
 */
export function findElement(xml: string, name: string, from: number): XmlElement | null {
  const start = findStartTag(xml, name, from);
  const end = start < 0 ? -1 : xml.indexOf('>', start);
  if (end < 0) return null;
  const startTag = xml.slice(start, end + 1);
  if (startTag.endsWith('/>')) return { startTag, inside: '', from: start, to: end + 1 };
  const endTag = `</${name}>`;
  const endTagStart = xml.indexOf(endTag, end + 1);
  return endTagStart < 0
    ? null
    : { startTag, inside: xml.slice(end + 1, endTagStart), from: start, to: endTagStart + endTag.length };
}

/** Yields every complete element with this name, in the order of the text. */
export function* elementsIn(xml: string, name: string): Generator<XmlElement> {
  for (let element = findElement(xml, name, 0); element; element = findElement(xml, name, element.to)) yield element;
}

/** Yields every start tag with this name, with or without a namespace prefix. */
export function* startTags(xml: string, name: string): Generator<string> {
  for (let start = xml.indexOf('<'); start >= 0;) {
    const end = xml.indexOf('>', start);
    if (end < 0) return;
    const elementName = /^<(?:\w{1,40}:)?([\w.-]{1,80})(?=[\s/>])/.exec(
      xml.slice(start, Math.min(end + 1, start + 130)),
    )?.[1];
    if (elementName === name) yield xml.slice(start, end + 1);
    start = xml.indexOf('<', end);
  }
}

/** Returns the text without the elements with this name. */
export function withoutElements(xml: string, name: string): string {
  let result = '';
  let from = 0;
  for (const element of elementsIn(xml, name)) {
    result += xml.slice(from, element.from);
    from = element.to;
  }
  return result + xml.slice(from);
}
