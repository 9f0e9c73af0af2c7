import { readLenient } from './lenient.ts';

/** Characters; the server takes no larger document. */
export const DOCUMENT_LIMIT = 5 * 1024 * 1024;

export interface GivenText {
  name: string;
  text: string;
  /** What was forgiven in the text as it was given; `text` is what it means. */
  mended: readonly string[];
}

/** As people's programs write files: UTF-8, UTF-16 with its mark, or what Chinese Windows calls ANSI. */
function decode(bytes: ArrayBuffer): { text: string; encoding: string | null } {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: null };
  } catch {
    return { text: new TextDecoder('gb18030').decode(bytes), encoding: 'GB18030' };
  }
}

/** JSON as it is; what is nearly JSON as the JSON it means; anything else as it was given, for the report to refuse. */
export function givenText(name: string, written: string): GivenText {
  const text = written.replace(/^\uFEFF/, '').trim();
  const lenient = readLenient(text);
  return lenient ? { name, ...lenient } : { name, text, mended: [] };
}

/** The text of a file. Refuses with a sentence for people. */
export async function readGiven(file: File): Promise<GivenText> {
  if (file.size > DOCUMENT_LIMIT) throw new RangeError(`“${file.name}”超过 5 MB，不能导入`);
  if (file.size === 0) throw new RangeError(`“${file.name}”是空文件，不能导入`);
  const { text, encoding } = decode(await file.arrayBuffer());
  const given = givenText(file.name, text);
  return encoding === null ? given : { ...given, mended: [`按 ${encoding} 编码读取`, ...given.mended] };
}
