/** Maximum nesting of elements in a process file; real files stay below 30. */
const MAX_DEPTH = 200;
/** Texts for users: why a file is refused (`isTooDeep`, `hasUnterminatedTags`). */
export const TOO_DEEP_TEXT = '文件嵌套过深';
export const UNTERMINATED_TAGS_TEXT = '文件已损坏：标签没有结束';

/** Returns the position of the '>' outside of quotes that ends the tag at `start`; -1 if the tag has no end. */
function endOfTag(xml: string, start: number): number {
  for (let i = start + 1; i < xml.length; i += 1) {
    const char = xml[i];
    if (char === '>') return i;
    if (char !== '"' && char !== "'") continue;
    i = xml.indexOf(char, i + 1);
    if (i < 0) return -1;
  }
  return -1;
}

/** Start and end markers of constructs that are not elements. */
const NON_ELEMENTS: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

/**
 * Yields every tag of a text with its start and end position, and whether it opens or closes an element. The tag of an
 * empty element (`<a/>`) does both. Stops at a tag without an end.
 */
export function* tagsOf(
  xml: string,
): Generator<{ start: number; end: number; isOpening: boolean; isClosing: boolean }> {
  for (let start = xml.indexOf('<'); start >= 0;) {
    const nonElement = NON_ELEMENTS.find(([begin]) => xml.startsWith(begin, start));
    const end = nonElement ? xml.indexOf(nonElement[1], start + nonElement[0].length) : endOfTag(xml, start);
    if (end < 0) return;
    const isEndTag = xml[start + 1] === '/';
    if (!nonElement) yield { start, end, isOpening: !isEndTag, isClosing: isEndTag || xml[end - 1] === '/' };
    start = xml.indexOf('<', end);
  }
}

/**
 * Returns whether the elements are nested deeper than MAX_DEPTH, too deep for the recursive XML reader. Scans the
 * text once. For a text that is not XML any result is fine: the XML reader refuses such a text.
 */
export function isTooDeep(xml: string): boolean {
  let depth = 0;
  for (const { isOpening, isClosing } of tagsOf(xml)) {
    depth += Number(isOpening) - Number(isClosing);
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/**
 * Maximum number of consecutive '<' without a '>' between them. A process file does not contain more, even in texts.
 */
const MAX_UNTERMINATED_TAGS = 1000;

/**
 * Returns whether more than MAX_UNTERMINATED_TAGS '<' follow each other without a '>' between them. The XML reader
 * would search the rest of the text for the end of each of these tags, which takes quadratic time. Comments and CDATA
 * sections with so many '<' are refused too, although they are valid XML.
 */
export function hasUnterminatedTags(xml: string): boolean {
  let unterminatedCount = 0;
  let end = xml.indexOf('>');
  for (let start = xml.indexOf('<'); start >= 0 && unterminatedCount <= MAX_UNTERMINATED_TAGS;) {
    const next = xml.indexOf('<', start + 1);
    if (end >= 0 && end < start) end = xml.indexOf('>', start + 1);
    unterminatedCount = next >= 0 && (end < 0 || end > next) ? unterminatedCount + 1 : 0;
    start = next;
  }
  return unterminatedCount > MAX_UNTERMINATED_TAGS;
}
