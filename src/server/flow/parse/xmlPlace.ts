import { tagsOf } from './xmlDepth.ts';

const ATTRIBUTES = /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function idIn(tag: string): string | undefined {
  for (const [, name, double, single] of tag.matchAll(ATTRIBUTES)) if (name === 'id') return double ?? single;
  return undefined;
}

/** Where a line and a column (both from 0) are in a text. */
export function offsetAt(text: string, line: number, column: number): number {
  let begin = 0;
  for (let passed = 0; passed < line; passed += 1) begin = text.indexOf('\n', begin) + 1;
  return begin + column;
}

type Open = { at: number; end: number; extensions: number };

const nearestId = (xml: string, open: readonly Open[]): string | undefined => {
  for (const { at, end } of open.toReversed()) {
    const id = idIn(xml.slice(at, end));
    if (id !== undefined) return id;
  }
  return undefined;
};

/** The id of the nearest element around the tag that begins at `place`, of a text that was read as XML; undefined where none has one. */
export function idAround(xml: string, place: number): string | undefined {
  const open: Open[] = [];
  for (const { at, end, opens, closes } of tagsOf(xml)) {
    if (at >= place) break;
    if (opens) open.push({ at, end, extensions: 0 });
    if (closes) open.pop();
  }
  return nearestId(xml, open);
}

const EXTENSIONS = /<(?:[^\s:/>]+:)?extensionElements(?=[\s/>])/y;

/** Ids of elements, or of those around them, that have what they may have once (`extensionElements`) more than once: what reads the text keeps the last alone. */
export function extendedTwice(xml: string): (string | undefined)[] {
  const open: Open[] = [];
  const found: (string | undefined)[] = [];
  for (const { at, end, opens, closes } of tagsOf(xml)) {
    const around = open.at(-1);
    EXTENSIONS.lastIndex = at;
    if (opens && around && EXTENSIONS.test(xml)) {
      around.extensions += 1;
      if (around.extensions === 2) found.push(nearestId(xml, open));
    }
    if (opens) open.push({ at, end, extensions: 0 });
    if (closes) open.pop();
  }
  return found;
}
