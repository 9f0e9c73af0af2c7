import { tagsOf } from './xmlDepth.ts';

const ATTRIBUTES = /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function idIn(tag: string): string | undefined {
  for (const [, name, double, single] of tag.matchAll(ATTRIBUTES)) if (name === 'id') return double ?? single;
  return undefined;
}

/** Offset of a line and a column (both from 0) in a text. */
export function offsetAt(text: string, line: number, column: number): number {
  let begin = 0;
  for (let passed = 0; passed < line; passed += 1) begin = text.indexOf('\n', begin) + 1;
  return begin + column;
}

type OpenElement = { start: number; end: number; extensions: number };

const nearestId = (xml: string, open: readonly OpenElement[]): string | undefined => {
  for (const { start, end } of open.toReversed()) {
    const id = idIn(xml.slice(start, end));
    if (id !== undefined) return id;
  }
  return undefined;
};

/**
 * Id of the nearest element around the tag at `position` in valid XML; undefined when no element around it has an id.
 */
export function idAround(xml: string, position: number): string | undefined {
  const open: OpenElement[] = [];
  for (const { start, end, opens, closes } of tagsOf(xml)) {
    if (start >= position) break;
    if (opens) open.push({ start, end, extensions: 0 });
    if (closes) open.pop();
  }
  return nearestId(xml, open);
}

const EXTENSIONS = /<(?:[^\s:/>]+:)?extensionElements(?=[\s/>])/y;

/**
 * Ids of elements with more than one `extensionElements` child (without an id: of the nearest element around it). The
 * XML reader keeps only the last child.
 */
export function duplicateExtensions(xml: string): (string | undefined)[] {
  const open: OpenElement[] = [];
  const found: (string | undefined)[] = [];
  for (const { start, end, opens, closes } of tagsOf(xml)) {
    const parent = open.at(-1);
    EXTENSIONS.lastIndex = start;
    if (opens && parent && EXTENSIONS.test(xml)) {
      parent.extensions += 1;
      if (parent.extensions === 2) found.push(nearestId(xml, open));
    }
    if (opens) open.push({ start, end, extensions: 0 });
    if (closes) open.pop();
  }
  return found;
}
