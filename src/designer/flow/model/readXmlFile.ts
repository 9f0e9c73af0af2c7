/** Detects the encoding from the first bytes of a file (byte order mark, or `<` in UTF-16); null if unknown. */
function encodingByBytes(bytes: Uint8Array): string | null {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return null;
}

/** Decodes an XML file by its first bytes, else by its `encoding` attribute, else as UTF-8. Never throws. */
export function decodeXml(bytes: Uint8Array): string {
  const declaredEncoding = /^[^>]*?encoding\s*=\s*["']([\w-]+)["']/.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)),
  )?.[1];
  const detectedEncoding = encodingByBytes(bytes);
  // a declared "utf-16" is wrong if the first bytes are not UTF-16
  const encoding =
    detectedEncoding ??
    (declaredEncoding === undefined || /^utf-?16/i.test(declaredEncoding) ? 'utf-8' : declaredEncoding);
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

export const readXmlFile = async (file: Blob): Promise<string> => decodeXml(new Uint8Array(await file.arrayBuffer()));

/** Message if `readXmlFile` cannot read a file, for example because the file was deleted after its selection. */
export const UNREADABLE_FILE = '文件没有读出来，请重新选择';
