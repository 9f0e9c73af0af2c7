import { createByteReader, type ByteReader } from './byteReader.ts';

// the first bytes of blocks, and the labels of two kinds of extension
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const END = 0x3b;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
/** Size in bytes of the signature and the screen descriptor. */
const HEADER_BYTES = 13;
/** Application blocks that affect the display: the number of repetitions, and the colour profile. */
const DISPLAY_BLOCKS = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0|ICCRGBG1012)$/;

/** Returns the size in bytes of the colour table that a flags byte declares. */
const colourTableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Yields the sub-blocks, including the empty one at the end. */
async function* subBlocks(input: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const size = (await input.peek(1))[0];
    if (size === undefined) return;
    yield await input.take(size + 1);
    if (size === 0) return;
  }
}

/**
 * Streams a GIF without comments, metadata of programs (XMP) and bytes after its end. If the structure is invalid, the
 * rest of the content stays unchanged. Holds one colour table in memory.
 */
export async function* withoutGifComments(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = createByteReader(content);
  const head = await input.peek(HEADER_BYTES);
  if (head.length < HEADER_BYTES || !/^GIF8[79]a$/.test(head.toString('latin1', 0, 6))) {
    yield* input.remainingChunks();
    return;
  }
  yield await input.take(HEADER_BYTES + colourTableBytes(head[10] ?? 0));
  for (;;) {
    const [kind, label] = await input.peek(2);
    if (kind === EXTENSION && label !== undefined) {
      const name = label === APPLICATION ? (await input.peek(14)).toString('latin1', 3) : '';
      const isDisplayBlock = label !== COMMENT && (label !== APPLICATION || DISPLAY_BLOCKS.test(name));
      const block = await input.take(2);
      if (isDisplayBlock) yield block;
      for await (const piece of subBlocks(input)) if (isDisplayBlock) yield piece;
    } else if (kind === IMAGE) {
      const frame = await input.take(10);
      yield frame;
      // the colour table and code size of the frame
      yield await input.take(colourTableBytes(frame[9] ?? 0) + 1);
      yield* subBlocks(input);
    } else {
      if (kind !== END) {
        yield* input.remainingChunks();
        return;
      }
      yield await input.take(1);
      await input.drain();
      return;
    }
  }
}
