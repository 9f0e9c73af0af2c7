import { blank } from './blank.ts';
import { createByteReader } from './byteReader.ts';
import { orientationOf, turnedTiff } from './exif.ts';

/** What makes the picture and its colours. Everything else that programs add tells of people and places. */
const PICTURE: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP']);
/** A frame of a moving picture: its own head, then chunks like those around it. */
const FRAME_HEAD = 16;
const HAS_XMP = 0x04;
const MOST_EXIF = 65_536;

/**
 * A WebP as it comes, without what cameras and programs wrote beside the picture (place, time, device, names) and without
 * anything behind its end; how the camera was held stays. What is taken out becomes zeros, so the sizes that stand before
 * it stay true. What is no WebP in its structure goes on as it is. Holds one Exif chunk (64 kB) in memory.
 */
export async function* withoutWebpMetadata(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = createByteReader(content);
  const head = await input.peek(12);
  if (head.length < 12 || head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WEBP') {
    yield* input.rest();
    return;
  }
  let left = head.readUInt32LE(4) - 4;
  yield await input.take(12);
  while (left >= 8) {
    const chunk = Buffer.from(await input.peek(8));
    const name = chunk.toString('latin1', 0, 4);
    if (chunk.length < 8 || !/^[\x20-\x7e]{4}$/.test(name)) {
      yield* input.rest();
      return;
    }
    const size = chunk.readUInt32LE(4);
    const padded = size + (size % 2);
    await input.take(8);
    left -= 8 + (name === 'ANMF' ? FRAME_HEAD : padded);
    if (PICTURE.has(name)) {
      yield chunk;
      yield* input.part(padded);
      continue;
    }
    if (name === 'ANMF') {
      yield chunk;
      yield* input.part(FRAME_HEAD);
      continue;
    }
    if (name === 'VP8X' && size > 0) {
      yield chunk;
      const flags = await input.take(1);
      yield Buffer.from(flags.map((byte) => byte & ~HAS_XMP));
      yield* input.part(padded - 1);
      continue;
    }
    const exif = name === 'EXIF' && size <= MOST_EXIF ? await input.peek(size) : Buffer.alloc(0);
    // some programs put the name of the segment of a JPEG before it
    const orientation = orientationOf(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif);
    if (name !== 'EXIF') chunk.write('JUNK', 0, 'latin1');
    yield chunk;
    const turned = orientation !== null && padded >= 26 ? turnedTiff(orientation) : Buffer.alloc(0);
    await input.take(turned.length);
    yield turned;
    yield* blank(input, padded - turned.length);
  }
  await input.drain();
}
