/** A root that is not found within so many characters has no prefix that matters. */
const SEARCHED = 4096;

/** The prefix of the first element, with its colon; null: it has not come yet. Heads and remarks before it begin with other signs. */
function prefixOf(xml: string): string | null {
  const root = /<([A-Za-z_][\w.-]{0,39}:)?[A-Za-z_][\w.-]{0,79}[\s/>]/.exec(xml.slice(0, SEARCHED));
  return root ? (root[1] ?? '') : xml.length >= SEARCHED ? '' : null;
}

/** XML whose elements are named without the prefix of its root: `<x:row>` is `<row>`. In the text between them stands no `<`. */
export async function* plainNames(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let prefix: string | null = null;
  let held = '';
  for await (const piece of pieces) {
    held += piece;
    prefix ??= prefixOf(held);
    if (prefix === null) continue;
    // a name may be cut in two
    const last = prefix === '' ? -1 : held.lastIndexOf('<');
    const cut = last >= 0 && held.length - last < prefix.length + 2 ? last : held.length;
    const ready = held.slice(0, cut);
    held = held.slice(cut);
    yield prefix === '' ? ready : ready.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</');
  }
  yield held;
}
