import { readLenient } from './lenient.ts';

/** Maximum size of a document that the server accepts, in bytes. */
export const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024;

/** A definition that was read from a file or pasted. */
export interface DefinitionText {
  name: string;
  text: string;
  /** The repairs that were needed to read the text, in Chinese. */
  repairs: readonly string[];
}

/** Decodes a file: UTF-8, UTF-16 with a byte order mark, or GB18030 (the default code page of Chinese Windows). */
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

/**
 * Repairs nearly valid JSON. Any other text is only trimmed; the report shows its errors.
 */
export function readDefinitionText(name: string, original: string): DefinitionText {
  const text = original.replace(/^\uFEFF/, '').trim();
  const repaired = readLenient(text);
  return repaired ? { name, ...repaired } : { name, text, repairs: [] };
}

/** Reads a file. Throws a RangeError with a Chinese message if the file is empty or too large. */
export async function readDefinitionFile(file: File): Promise<DefinitionText> {
  if (file.size > MAX_DOCUMENT_BYTES) throw new RangeError(`“${file.name}”超过 5 MB，不能导入`);
  if (file.size === 0) throw new RangeError(`“${file.name}”是空文件，不能导入`);
  const { text, encoding } = decode(await file.arrayBuffer());
  const definition = readDefinitionText(file.name, text);
  return encoding === null
    ? definition
    : { ...definition, repairs: [`按 ${encoding} 编码读取`, ...definition.repairs] };
}
