import { createByteReader } from './byteReader.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunks with metadata, which may contain personal data. */
const METADATA_CHUNKS: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME']);

/**
 * Streams a PNG without texts, Exif and time, and without bytes after its end. If the structure is invalid, the rest
 * of the content stays unchanged. Holds nothing in memory.
 */
export async function* withoutPngMetadata(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = createByteReader(content);
  if (!(await input.peek(SIGNATURE.length)).equals(SIGNATURE)) {
    yield* input.remainingChunks();
    return;
  }
  yield await input.take(SIGNATURE.length);
  for (;;) {
    const chunkHead = await input.peek(8);
    const type = chunkHead.subarray(4).toString('latin1');
    if (!/^[A-Za-z]{4}$/.test(type)) {
      yield* input.remainingChunks();
      return;
    }
    // 8 bytes of length and type before the content, 4 bytes of checksum after it
    const size = chunkHead.readUInt32BE(0) + 12;
    if (!METADATA_CHUNKS.has(type)) yield* input.takeChunks(size);
    else
      for await (const _discarded of input.takeChunks(size)) {
        /* discarded */
      }
    if (type === 'IEND') {
      await input.drain();
      return;
    }
  }
}
