import { createUnreadableError } from './unreadableError.ts';

/** Maximum unpacked size in bytes: of all parts of an office document together, and of a single text part (XML). */
const MAX_TOTAL_BYTES = 150 * 1024 * 1024;
const MAX_TEXT_BYTES = 30 * 1024 * 1024;
/** Maximum number of parts of an office document. */
const MAX_PARTS = 5000;

/** Signatures of the zip format: end of the central directory, and an entry of the central directory. */
const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const DAMAGED = '文件已损坏，请下载后查看';
const TOO_LARGE = '文件解压后过大，请下载后查看';

/** Compression method of a deflated part; other parts are stored without compression. */
const DEFLATE = 8;

/** A part of the zip file; sizes and offset in bytes. */
interface ZipEntry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  offset: number;
}

/** Returns the entries of the central directory. The numbers are byte offsets of the zip format. */
function readEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let endOffset = bytes.length - 22;
  const minEndOffset = Math.max(0, endOffset - 65_535);
  while (endOffset >= minEndOffset && view.getUint32(endOffset, true) !== END_SIGNATURE) endOffset -= 1;
  if (endOffset < minEndOffset) throw createUnreadableError(DAMAGED);
  const count = view.getUint16(endOffset + 10, true);
  if (count > MAX_PARTS) throw createUnreadableError(TOO_LARGE);
  const entries: ZipEntry[] = [];
  let offset = view.getUint32(endOffset + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(offset, true) !== ENTRY_SIGNATURE) throw createUnreadableError(DAMAGED);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => view.getUint16(offset + field, true));
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(offset + 46, offset + 46 + nameLength)),
      method: view.getUint16(offset + 10, true),
      packed: view.getUint32(offset + 20, true),
      unpacked: view.getUint32(offset + 24, true),
      offset: view.getUint32(offset + 42, true),
    });
    offset += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/** Measures the real unpacked size of a part, up to `limit`, because the size in the zip directory may be forged. */
async function unpackedSize(bytes: Uint8Array, part: ZipEntry, limit: number): Promise<number> {
  if (part.method !== DEFLATE) return part.packed;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = part.offset + 30 + view.getUint16(part.offset + 26, true) + view.getUint16(part.offset + 28, true);
  const unpackedStream = new Blob([bytes.slice(start, start + part.packed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = unpackedStream.getReader();
  let size = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.length;
    if (size > limit) {
      void reader.cancel();
      break;
    }
  }
  return size;
}

/**
 * Throws ServiceError FILE_UNREADABLE if the bytes are not a zip file or its unpacked size exceeds the limits. Parts
 * are unpacked as a stream without being stored, so that a zip bomb uses no memory.
 */
export async function checkZip(bytes: Uint8Array): Promise<void> {
  try {
    let total = 0;
    for (const part of readEntries(bytes)) {
      const limit = /\.(xml|rels|vml)$/i.test(part.name) ? MAX_TEXT_BYTES : MAX_TOTAL_BYTES;
      if (part.unpacked > limit) throw createUnreadableError(TOO_LARGE);
      const size = await unpackedSize(bytes, part, limit);
      total += size;
      if (size > limit || total > MAX_TOTAL_BYTES) throw createUnreadableError(TOO_LARGE);
    }
  } catch (error) {
    throw error instanceof RangeError || error instanceof TypeError ? createUnreadableError(DAMAGED) : error;
  }
}
