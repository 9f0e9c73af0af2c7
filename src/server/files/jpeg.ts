import { createByteReader, type ByteReader } from './byteReader.ts';
import { orientationOf, turnedTiff } from './exif.ts';

const [SOI, EOI, SOS, COM, APP0, APP1, APP15] = [0xd8, 0xd9, 0xda, 0xfe, 0xe0, 0xe1, 0xef];

/** Markers without a length: restarts, and one that means nothing. */
const isBare = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;

const begins = (segment: Buffer, text: string): boolean =>
  segment.subarray(4, 4 + text.length).toString('latin1') === text;

/** What a picture needs to look as it does: its size in print, its colours. Everything else that programs add tells of people and places. */
const isKept = (marker: number, segment: Buffer): boolean =>
  marker !== COM &&
  (marker < APP0 ||
    marker > APP15 ||
    begins(segment, 'JFIF\0') ||
    begins(segment, 'ICC_PROFILE\0') ||
    begins(segment, 'Adobe'));

/** An Exif segment that says how the camera was held, and nothing else. */
function turned(orientation: number): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), turnedTiff(orientation)]);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** The compressed picture up to the next marker; within it 0xff is followed by 0 or a restart. */
async function* picture(input: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const bytes = await input.some();
    if (!bytes) return;
    for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
      const next = bytes[at + 1];
      if (next === undefined) {
        const more = await input.peek(1);
        if (more.length === 0 || more[0] === 0 || isBare(more[0] as number)) continue;
      } else if (next === 0 || isBare(next)) continue;
      input.back(bytes.subarray(at));
      if (at > 0) yield bytes.subarray(0, at);
      return;
    }
    yield bytes;
  }
}

/**
 * A JPEG as it comes, without what cameras and programs wrote beside the picture (place, time, device, names, previews)
 * and without anything behind its end; how the camera was held stays. What is no JPEG in its structure goes on as it is.
 * Holds one segment (64 kB) in memory.
 */
export async function* withoutMetadata(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = createByteReader(content);
  if (!(await input.peek(2)).equals(Buffer.from([0xff, SOI]))) {
    yield* input.rest();
    return;
  }
  yield await input.take(2);
  for (;;) {
    const head = await input.peek(4);
    const [mark, marker = 0] = head;
    if (mark !== 0xff || marker === 0) {
      yield* input.rest();
      return;
    }
    if (marker === 0xff) {
      await input.take(1);
      continue;
    }
    if (marker === EOI) {
      yield await input.take(2);
      await input.drain();
      return;
    }
    if (isBare(marker)) {
      yield await input.take(2);
      continue;
    }
    if (head.length < 4 || head.readUInt16BE(2) < 2) {
      yield* input.rest();
      return;
    }
    const segment = await input.take(2 + head.readUInt16BE(2));
    if (isKept(marker, segment)) yield segment;
    else if (marker === APP1 && begins(segment, 'Exif\0\0')) {
      const orientation = orientationOf(segment.subarray(10));
      if (orientation !== null && orientation !== 1) yield turned(orientation);
    }
    if (marker === SOS) yield* picture(input);
  }
}
