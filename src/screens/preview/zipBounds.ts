import { unreadable } from './unreadable.ts';

/** What the parts of an office document may come to when unpacked, in bytes: together, and one part of text. */
const MAX_TOTAL = 150 * 1024 * 1024;
const MAX_TEXT = 30 * 1024 * 1024;
const MAX_PARTS = 5000;

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const BROKEN = '文件已损坏，请下载后查看';
const TOO_LARGE = '文件解压后过大，请下载后查看';

interface Part {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  at: number;
}

function partsOf(bytes: Uint8Array): Part[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  const lowest = Math.max(0, end - 65_535);
  while (end >= lowest && view.getUint32(end, true) !== END) end -= 1;
  if (end < lowest) throw unreadable(BROKEN);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_PARTS) throw unreadable(TOO_LARGE);
  const parts: Part[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== ENTRY) throw unreadable(BROKEN);
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    parts.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + extra + comment;
  }
  return parts;
}

/** Counts what a part really unpacks to, and stops at `limit`: what the file says of itself may be a lie. */
async function unpackedSize(bytes: Uint8Array, part: Part, limit: number): Promise<number> {
  if (part.method !== 8) return part.packed;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = part.at + 30 + view.getUint16(part.at + 26, true) + view.getUint16(part.at + 28, true);
  const packed = new Blob([bytes.slice(start, start + part.packed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = packed.getReader();
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > limit) {
      void reader.cancel();
      break;
    }
  }
  return size;
}

/**
 * Refuses (ServiceError FILE_UNREADABLE) a zip that is none, or that unpacks to more than a page can hold. The parts
 * are unpacked once in passing, piece by piece, so a bomb costs no memory.
 */
export async function checkZip(bytes: Uint8Array): Promise<void> {
  try {
    let total = 0;
    for (const part of partsOf(bytes)) {
      const limit = /\.(xml|rels|vml)$/i.test(part.name) ? MAX_TEXT : MAX_TOTAL;
      if (part.unpacked > limit) throw unreadable(TOO_LARGE);
      const size = await unpackedSize(bytes, part, limit);
      total += size;
      if (size > limit || total > MAX_TOTAL) throw unreadable(TOO_LARGE);
    }
  } catch (error) {
    throw error instanceof RangeError || error instanceof TypeError ? unreadable(BROKEN) : error;
  }
}
