import { blank } from './blank.ts';
import { createByteReader } from './byteReader.ts';

/** Boxes of boxes in which programs tell of people and places. */
const AROUND: ReadonlySet<string> = new Set(['moov', 'trak']);
/** What they tell: user data (a phone's place among it), lists of tags, XMP. */
const TOLD: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid']);

/**
 * A film as it comes, without what cameras and programs wrote beside it (place, device, names). What is taken out becomes
 * free room of the same length, because places in the film are counted from its beginning. What is no such film in its
 * structure goes on as it is. Holds nothing in memory.
 */
export async function* withoutFilmMetadata(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = createByteReader(content);
  for (;;) {
    const head = Buffer.from(await input.peek(16));
    const name = head.toString('latin1', 4, 8);
    if (head.length < 8 || !/^[\x20-\x7e\xa9]{4}$/.test(name)) {
      yield* input.rest();
      return;
    }
    const short = head.readUInt32BE(0);
    const length = short === 1 ? (head.length < 16 ? 0 : Number(head.readBigUInt64BE(8))) : short;
    const start = short === 1 ? 16 : 8;
    if (TOLD.has(name)) head.write('free', 4, 'latin1');
    // 0: up to the end
    if (length < start && short !== 0) {
      yield* input.rest();
      return;
    }
    await input.take(start);
    yield head.subarray(0, start);
    if (AROUND.has(name)) continue;
    const size = short === 0 ? Number.MAX_SAFE_INTEGER : length - start;
    yield* TOLD.has(name) ? blank(input, size) : input.part(size);
  }
}
