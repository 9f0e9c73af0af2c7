/**
 * Number of characters at the beginning of the file in which the root element is searched. If it is not found there, no
 * prefix is removed.
 */
const MAX_SEARCHED_LENGTH = 4096;

/**
 * Returns the namespace prefix of the root element with its colon; '' if it has no prefix. Null if the text read so
 * far does not contain the root element.
 */
function prefixOf(xml: string): string | null {
  const root = /<([A-Za-z_][\w.-]{0,39}:)?[A-Za-z_][\w.-]{0,79}[\s/>]/.exec(xml.slice(0, MAX_SEARCHED_LENGTH));
  if (root) return root[1] ?? '';
  return xml.length >= MAX_SEARCHED_LENGTH ? '' : null;
}

/** Removes the namespace prefix of the root element from all element names: `<x:row>` becomes `<row>`. */
export async function* withoutRootPrefix(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let prefix: string | null = null;
  let buffer = '';
  for await (const piece of pieces) {
    buffer += piece;
    prefix ??= prefixOf(buffer);
    if (prefix === null) continue;
    // a piece may end within a name
    const lastTagStart = prefix === '' ? -1 : buffer.lastIndexOf('<');
    const cut = lastTagStart >= 0 && buffer.length - lastTagStart < prefix.length + 2 ? lastTagStart : buffer.length;
    const ready = buffer.slice(0, cut);
    buffer = buffer.slice(cut);
    yield prefix === '' ? ready : ready.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</');
  }
  yield buffer;
}
