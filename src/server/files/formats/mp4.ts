import { zeroBytes } from '../zeroBytes.ts';
import { createByteReader } from './byteReader.ts';

/** Container boxes that may contain boxes with metadata. */
const CONTAINER_BOXES: ReadonlySet<string> = new Set(['moov', 'trak']);
/** Boxes with metadata: user data (such as a phone's location), tags, XMP. */
const METADATA_BOXES: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid']);

/**
 * Streams an MP4 video without the metadata of cameras and programs (place, device, names). Removed boxes become free
 * space of the same length, because positions in the file are absolute. If the structure is invalid, the rest of the
 * content stays unchanged. Works chunk by chunk, so that the file is never completely in memory.
 */
export async function* withoutMp4Metadata(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = createByteReader(content);
  for (;;) {
    const head = Buffer.from(await input.peek(16));
    const name = head.toString('latin1', 4, 8);
    if (head.length < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(name)) {
      yield* input.remainingChunks();
      return;
    }
    const shortLength = head.readUInt32BE(0);
    // a box with the length 1 has a header of 16 bytes with a long length
    const headerBytes = shortLength === 1 ? 16 : 8;
    const readLongLength = (): number => (head.length < 16 ? 0 : Number(head.readBigUInt64BE(8)));
    const boxBytes = shortLength === 1 ? readLongLength() : shortLength;
    if (METADATA_BOXES.has(name)) head.write('free', 4, 'latin1');
    // length 0: the box extends to the end of the file
    if (boxBytes < headerBytes && shortLength !== 0) {
      yield* input.remainingChunks();
      return;
    }
    await input.take(headerBytes);
    yield head.subarray(0, headerBytes);
    if (CONTAINER_BOXES.has(name)) continue;
    const contentBytes = shortLength === 0 ? Number.MAX_SAFE_INTEGER : boxBytes - headerBytes;
    yield* METADATA_BOXES.has(name) ? zeroBytes(input, contentBytes) : input.takeChunks(contentBytes);
  }
}
