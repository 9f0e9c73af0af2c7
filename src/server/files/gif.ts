import { createByteReader, type ByteReader } from './byteReader.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const END = 0x3b;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
/** What programs say that makes the picture: how often it repeats, and its colours. */
const PICTURE = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0|ICCRGBG1012)$/;

/** Bytes of the table of colours that a byte of flags announces. */
const coloursOf = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The pieces up to the empty one that ends them. */
async function* pieces(input: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const size = (await input.peek(1))[0];
    if (size === undefined) return;
    yield await input.take(size + 1);
    if (size === 0) return;
  }
}

/**
 * A GIF as it comes, without comments, without what programs wrote beside the picture (XMP) and without anything behind
 * its end. What is no GIF in its structure goes on as it is from there. Holds a table of colours in memory.
 */
export async function* withoutGifComments(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = createByteReader(content);
  const head = await input.peek(13);
  if (head.length < 13 || !/^GIF8[79]a$/.test(head.toString('latin1', 0, 6))) {
    yield* input.rest();
    return;
  }
  yield await input.take(13 + coloursOf(head[10] ?? 0));
  for (;;) {
    const [kind, label] = await input.peek(2);
    if (kind === EXTENSION && label !== undefined) {
      const name = label === APPLICATION ? (await input.peek(14)).toString('latin1', 3) : '';
      const isPicture = label !== COMMENT && (label !== APPLICATION || PICTURE.test(name));
      const block = await input.take(2);
      if (isPicture) yield block;
      for await (const piece of pieces(input)) if (isPicture) yield piece;
    } else if (kind === IMAGE) {
      const frame = await input.take(10);
      yield frame;
      // its colours, and the length of its codes
      yield await input.take(coloursOf(frame[9] ?? 0) + 1);
      yield* pieces(input);
    } else {
      if (kind !== END) {
        yield* input.rest();
        return;
      }
      yield await input.take(1);
      await input.drain();
      return;
    }
  }
}
