import { tagsOf } from './xmlDepth.ts';

const ATTRIBUTES = /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Returns the attribute `id` of a start tag; undefined without this attribute. */
function idIn(tag: string): string | undefined {
  for (const [, name, doubleQuoted, singleQuoted] of tag.matchAll(ATTRIBUTES))
    if (name === 'id') return doubleQuoted ?? singleQuoted;
  return undefined;
}

/** Returns the offset of a line and a column (both from 0) in a text. */
export function offsetAt(text: string, line: number, column: number): number {
  let lineStart = 0;
  for (let count = 0; count < line; count += 1) lineStart = text.indexOf('\n', lineStart) + 1;
  return lineStart + column;
}

/**
 * An element whose end tag is not reached yet: position of its start tag, number of its `extensionElements` so far.
 */
type OpenElement = { start: number; end: number; extensionsCount: number };

const nearestId = (xml: string, openElements: readonly OpenElement[]): string | undefined => {
  for (const { start, end } of openElements.toReversed()) {
    const id = idIn(xml.slice(start, end));
    if (id !== undefined) return id;
  }
  return undefined;
};

/**
 * Returns the id of the nearest element around the tag at `position` in valid XML; undefined when no element around it
 * has an id.
 */
export function idAround(xml: string, position: number): string | undefined {
  const openElements: OpenElement[] = [];
  for (const { start, end, isOpening, isClosing } of tagsOf(xml)) {
    if (start >= position) break;
    if (isOpening) openElements.push({ start, end, extensionsCount: 0 });
    if (isClosing) openElements.pop();
  }
  return nearestId(xml, openElements);
}

const EXTENSIONS = /<(?:[^\s:/>]+:)?extensionElements(?=[\s/>])/y;

/**
 * Returns the ids of the elements with more than one `extensionElements` child; the XML reader keeps only the last
 * child. For an element without an id: the id of the nearest element around it; undefined if no such element has an
 * id.
 */
export function idsWithDuplicateExtensions(xml: string): (string | undefined)[] {
  const openElements: OpenElement[] = [];
  const ids: (string | undefined)[] = [];
  for (const { start, end, isOpening, isClosing } of tagsOf(xml)) {
    const parent = openElements.at(-1);
    EXTENSIONS.lastIndex = start;
    if (isOpening && parent && EXTENSIONS.test(xml)) {
      parent.extensionsCount += 1;
      if (parent.extensionsCount === 2) ids.push(nearestId(xml, openElements));
    }
    if (isOpening) openElements.push({ start, end, extensionsCount: 0 });
    if (isClosing) openElements.pop();
  }
  return ids;
}
