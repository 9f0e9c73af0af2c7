import type { Writable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of an archive. Its content is read when the entry is written. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

// signatures of the structures of a zip archive: header of an entry, sizes after its content, directory entry, end
const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** General purpose flags of an entry: its sizes follow its content (bit 3), its name is UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 2020, so that the same content gives the same archive. */
const DATE = ((2020 - 1980) << 9) | (1 << 5) | 1;
const MAX_ZIP_SIZE = 0xffffffff;

interface WrittenEntry {
  name: Buffer;
  offset: number;
  crc: number;
  compressedSize: number;
  size: number;
}

/** Returns a structure of the archive: its signature, its fields with their sizes in bytes, then `tail`. */
function encodeStructure(
  signature: number,
  fields: readonly (readonly [size: 2 | 4, value: number])[],
  ...tail: Buffer[]
): Buffer {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [size]) => sum + size, 0));
  bytes.writeUInt32LE(signature, 0);
  let offset = 4;
  for (const [size, value] of fields) {
    if (size === 2) bytes.writeUInt16LE(value, offset);
    else bytes.writeUInt32LE(value >>> 0, offset);
    offset += size;
  }
  return Buffer.concat([bytes, ...tail]);
}

/** Waits until the stream accepts more data, or has been destroyed. */
const waitUntilWritable = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });

/** Yields the compressed content of an entry. Adds its checksum and sizes to `entry`. */
async function* compress(content: ZipEntry['content'], entry: WrittenEntry): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  const writePromise = (async () => {
    for await (const chunk of content) {
      // the reader stopped: leaving the loop closes the content
      if (deflate.destroyed) return;
      entry.crc = crc32(chunk, entry.crc);
      entry.size += chunk.length;
      if (!deflate.write(chunk)) await waitUntilWritable(deflate);
    }
    deflate.end();
  })().catch((error: Error) => deflate.destroy(error));
  try {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.compressedSize += chunk.length;
      yield chunk;
    }
  } finally {
    deflate.destroy();
    await writePromise;
  }
}

/**
 * Generates a zip archive entry by entry; only the directory is held in memory. Throws RangeError above 65,535 entries
 * or 4 GB, which would need the Zip64 format.
 */
export async function* zip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const writtenEntries: WrittenEntry[] = [];
  let offset = 0;
  const countBytes = (bytes: Buffer): Buffer => {
    offset += bytes.length;
    return bytes;
  };
  for await (const { name, content } of entries) {
    const entry: WrittenEntry = { name: Buffer.from(name), offset, crc: 0, compressedSize: 0, size: 0 };
    // version, flags, method, time, date; CRC and sizes follow the content; lengths of name and extra field
    yield countBytes(
      encodeStructure(
        LOCAL,
        [
          [2, 20],
          [2, FLAGS],
          [2, DEFLATE],
          [2, 0],
          [2, DATE],
          [4, 0],
          [4, 0],
          [4, 0],
          [2, entry.name.length],
          [2, 0],
        ],
        entry.name,
      ),
    );
    for await (const chunk of compress(content, entry)) yield countBytes(chunk);
    if (offset > MAX_ZIP_SIZE || entry.size > MAX_ZIP_SIZE || writtenEntries.length >= 0xffff)
      throw new RangeError('too large for a zip archive');
    yield countBytes(
      encodeStructure(DESCRIPTOR, [
        [4, entry.crc],
        [4, entry.compressedSize],
        [4, entry.size],
      ]),
    );
    writtenEntries.push(entry);
  }
  const directoryOffset = offset;
  for (const { name, offset: entryOffset, crc, compressedSize: deflatedSize, size } of writtenEntries) {
    // versions of writer and reader, flags, method, time, date, CRC, sizes, lengths of name, extra field and comment,
    // disk, internal and external attributes, offset of the entry
    yield countBytes(
      encodeStructure(
        CENTRAL,
        [
          [2, 20],
          [2, 20],
          [2, FLAGS],
          [2, DEFLATE],
          [2, 0],
          [2, DATE],
          [4, crc],
          [4, deflatedSize],
          [4, size],
          [2, name.length],
          [2, 0],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, entryOffset],
        ],
        name,
      ),
    );
  }
  // two disk numbers, two numbers of entries, size and offset of the directory, length of the comment
  yield encodeStructure(END, [
    [2, 0],
    [2, 0],
    [2, writtenEntries.length],
    [2, writtenEntries.length],
    [4, offset - directoryOffset],
    [4, directoryOffset],
    [2, 0],
  ]);
}
