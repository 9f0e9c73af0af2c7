/** What the first bytes of a file say of its characters; null when they say nothing. */
function markOf(bytes: Uint8Array): string | null {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return null;
}

/** Text of an XML file in the characters it is written in: by its first bytes, else as it says itself, else UTF-8. Never throws. */
export function xmlText(bytes: Uint8Array): string {
  const said = /^[^>]*?encoding\s*=\s*["']([\w-]+)["']/.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)),
  )?.[1];
  const mark = markOf(bytes);
  // "utf-16" in a text of single bytes is a mistake of who wrote it
  const named = mark ?? (said === undefined || /^utf-?16/i.test(said) ? 'utf-8' : said);
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

export const readXmlFile = async (file: Blob): Promise<string> => xmlText(new Uint8Array(await file.arrayBuffer()));
