/** Deepest nesting of a process file; those of offices and of other designers stay below thirty. */
const MOST = 200;
export const TOO_DEEP = '文件嵌套过深';
export const NEVER_CLOSED = '文件已损坏：标签没有结束';

/** Where the tag that begins at `at` ends: a '>' within quotes is none. -1 without an end. */
function endOfTag(xml: string, at: number): number {
  for (let i = at + 1; i < xml.length; i += 1) {
    const char = xml[i];
    if (char === '>') return i;
    if (char !== '"' && char !== "'") continue;
    i = xml.indexOf(char, i + 1);
    if (i < 0) return -1;
  }
  return -1;
}

/** What is no element, by how it begins and ends. */
const ASIDE: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

/** Every tag of a text, where it begins and ends (at its '>'), and whether an element begins or ends with it: both where it is empty. Stops at what has no end. */
export function* tagsOf(xml: string): Generator<{ at: number; end: number; opens: boolean; closes: boolean }> {
  for (let at = xml.indexOf('<'); at >= 0;) {
    const aside = ASIDE.find(([begin]) => xml.startsWith(begin, at));
    const end = aside ? xml.indexOf(aside[1], at + aside[0].length) : endOfTag(xml, at);
    if (end < 0) return;
    const isEnd = xml[at + 1] === '/';
    if (!aside) yield { at, end, opens: !isEnd, closes: isEnd || xml[end - 1] === '/' };
    at = xml.indexOf('<', end);
  }
}

/**
 * Is the text nested deeper than anybody draws? What reads it walks it by calling itself. Goes once through the text and
 * believes nothing of it: where it is no XML it says no, and the reader says what is wrong.
 */
export function isTooDeep(xml: string): boolean {
  let depth = 0;
  for (const { opens, closes } of tagsOf(xml)) {
    depth += Number(opens) - Number(closes);
    if (depth > MOST) return true;
  }
  return false;
}

/** So many tags that begin within one another are no slip of the pen. */
const MOST_OPEN = 1000;

/**
 * Does tag after tag begin before the last one ended? That is no XML, and what reads it looks for the end of each of them
 * through all that follows.
 */
export function isNeverClosed(xml: string): boolean {
  let open = 0;
  let end = xml.indexOf('>');
  for (let at = xml.indexOf('<'); at >= 0 && open <= MOST_OPEN;) {
    const next = xml.indexOf('<', at + 1);
    if (end >= 0 && end < at) end = xml.indexOf('>', at + 1);
    open = next >= 0 && (end < 0 || end > next) ? open + 1 : 0;
    at = next;
  }
  return open > MOST_OPEN;
}
