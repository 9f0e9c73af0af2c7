import { createByteReader } from './byteReader.ts';

const HEAD = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunks in which programs tell of people, places and times. */
const TOLD: ReadonlySet<string> = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME']);

/**
 * A PNG as it comes, without texts, Exif and time, and without anything behind its end. What is no PNG in its structure
 * goes on as it is. Holds nothing in memory.
 */
export async function* withoutTexts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = createByteReader(content);
  if (!(await input.peek(HEAD.length)).equals(HEAD)) {
    yield* input.rest();
    return;
  }
  yield await input.take(HEAD.length);
  for (;;) {
    const head = await input.peek(8);
    const type = head.subarray(4).toString('latin1');
    if (!/^[A-Za-z]{4}$/.test(type)) {
      yield* input.rest();
      return;
    }
    // length and type before the content, a checksum behind it
    const size = head.readUInt32BE(0) + 12;
    if (!TOLD.has(type)) yield* input.part(size);
    else
      for await (const _left of input.part(size)) {
        /* nothing is kept */
      }
    if (type === 'IEND') {
      await input.drain();
      return;
    }
  }
}
