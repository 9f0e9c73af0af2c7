import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_ENTRIES = 2000;

/** Position of the end record: it stands before a comment of at most 64 kB. */
function endOf(bytes: Buffer): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at -= 1)
    if (bytes.readUInt32LE(at) === END) return at;
  return -1;
}

function partSize(bytes: Buffer, entry: number, left: number): number {
  const method = bytes.readUInt16LE(entry + 10);
  const packed = bytes.readUInt32LE(entry + 20);
  const local = bytes.readUInt32LE(entry + 42);
  if (bytes.readUInt32LE(local) !== LOCAL) throw new RangeError('no local header');
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (start + packed > bytes.length) throw new RangeError('a part lies outside the file');
  if (method === 0) return packed;
  if (method !== 8) throw new RangeError('unknown packing');
  const declared = bytes.readUInt32LE(entry + 24);
  if (declared > left) return declared;
  const { length } = inflateRawSync(bytes.subarray(start, start + packed), { maxOutputLength: left + 1 });
  // what reads it later trusts the number
  if (length !== declared) throw new RangeError('a part is not as long as it says');
  return length;
}

/**
 * Is a zip file sound, and how large is it unpacked? Every part is really unpacked, one after the other, and no further
 * than `limit` bytes in all: what the file says of itself is not believed, and parts may overlap. null: sound and within it.
 */
export function unpackedProblem(bytes: Buffer, limit: number): 'broken' | 'tooLarge' | null {
  try {
    const end = endOf(bytes);
    if (end < 0) return 'broken';
    const count = bytes.readUInt16LE(end + 10);
    if (count > MAX_ENTRIES) return 'tooLarge';
    let at = bytes.readUInt32LE(end + 16);
    let left = limit;
    for (let i = 0; i < count; i += 1) {
      if (bytes.readUInt32LE(at) !== ENTRY) return 'broken';
      left -= partSize(bytes, at, left);
      if (left < 0) return 'tooLarge';
      at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
    return null;
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'broken';
  }
}
