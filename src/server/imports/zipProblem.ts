import { inflateRawSync } from 'node:zlib';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const MAX_ENTRIES = 2000;

/** Returns the offset of the zip file's end record, which precedes a comment of at most 64 kB; -1 if there is none. */
function findEndRecord(bytes: Buffer): number {
  for (let offset = bytes.length - 22; offset >= Math.max(0, bytes.length - 22 - 0xffff); offset -= 1)
    if (bytes.readUInt32LE(offset) === END_SIGNATURE) return offset;
  return -1;
}

/**
 * Returns the unpacked size of a part (a file in the zip file). `entryOffset`: the offset of its entry in the central
 * directory. A part that declares more than `remainingBytes` is not unpacked. Throws RangeError if the entry is broken.
 */
function unpackedSizeOf(bytes: Buffer, entryOffset: number, remainingBytes: number): number {
  const method = bytes.readUInt16LE(entryOffset + 10);
  const packedSize = bytes.readUInt32LE(entryOffset + 20);
  const localHeaderOffset = bytes.readUInt32LE(entryOffset + 42);
  if (bytes.readUInt32LE(localHeaderOffset) !== LOCAL_SIGNATURE) throw new RangeError('no local header');
  const start =
    localHeaderOffset + 30 + bytes.readUInt16LE(localHeaderOffset + 26) + bytes.readUInt16LE(localHeaderOffset + 28);
  if (start + packedSize > bytes.length) throw new RangeError('a part lies outside the file');
  if (method === 0) return packedSize;
  if (method !== 8) throw new RangeError('unknown packing');
  const declaredSize = bytes.readUInt32LE(entryOffset + 24);
  if (declaredSize > remainingBytes) return declaredSize;
  const { length } = inflateRawSync(bytes.subarray(start, start + packedSize), { maxOutputLength: remainingBytes + 1 });
  // the reader of the workbook relies on the declared size
  if (length !== declaredSize) throw new RangeError('a part is not as long as it says');
  return length;
}

/**
 * Returns why a zip file cannot be read; null if it is valid and unpacks to at most `maxBytes` bytes. Unpacks all parts
 * one by one, because the declared sizes cannot be trusted and parts may overlap.
 */
export function findZipProblem(bytes: Buffer, maxBytes: number): 'broken' | 'tooLarge' | null {
  try {
    const endRecordOffset = findEndRecord(bytes);
    if (endRecordOffset < 0) return 'broken';
    const entryCount = bytes.readUInt16LE(endRecordOffset + 10);
    if (entryCount > MAX_ENTRIES) return 'tooLarge';
    let offset = bytes.readUInt32LE(endRecordOffset + 16);
    let remainingBytes = maxBytes;
    for (let i = 0; i < entryCount; i += 1) {
      if (bytes.readUInt32LE(offset) !== ENTRY_SIGNATURE) return 'broken';
      remainingBytes -= unpackedSizeOf(bytes, offset, remainingBytes);
      if (remainingBytes < 0) return 'tooLarge';
      offset +=
        46 + bytes.readUInt16LE(offset + 28) + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
    }
    return null;
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'broken';
  }
}
