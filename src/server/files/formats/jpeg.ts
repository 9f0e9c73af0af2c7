import { createByteReader, type ByteReader } from './byteReader.ts';
import { orientationOf, orientationTiff } from './exif.ts';

/** The markers of segments: start and end of the image, start of the image data, comment, application segments. */
const [SOI, EOI, SOS, COM, APP0, APP1, APP15] = [0xd8, 0xd9, 0xda, 0xfe, 0xe0, 0xe1, 0xef];

/** Returns whether a marker has no length: restart markers, and TEM. */
const isStandalone = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;

/** Checks whether the content of a segment, after its marker and length, begins with a text. */
const contentStartsWith = (segment: Buffer, text: string): boolean =>
  segment.subarray(4, 4 + text.length).toString('latin1') === text;

/**
 * Checks whether a segment belongs to the image or affects its display (print size, colours). Of the application
 * segments only JFIF, ICC profile and Adobe do. The others and the comments do not, and may contain personal data.
 */
const affectsDisplay = (marker: number, segment: Buffer): boolean =>
  marker !== COM &&
  (marker < APP0 ||
    marker > APP15 ||
    contentStartsWith(segment, 'JFIF\0') ||
    contentStartsWith(segment, 'ICC_PROFILE\0') ||
    contentStartsWith(segment, 'Adobe'));

/** Returns an Exif segment that contains only the orientation. */
function orientationSegment(orientation: number): Buffer {
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationTiff(orientation)]);
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/**
 * Yields the compressed image data up to the next marker. Within the data 0xff is followed by 0 or is part of a restart
 * marker.
 */
async function* imageData(input: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const bytes = await input.nextChunk();
    if (!bytes) return;
    for (let offset = bytes.indexOf(0xff); offset >= 0; offset = bytes.indexOf(0xff, offset + 1)) {
      const nextByte = bytes[offset + 1];
      if (nextByte === undefined) {
        const peekedBytes = await input.peek(1);
        if (peekedBytes.length === 0 || peekedBytes[0] === 0 || isStandalone(peekedBytes[0] as number)) continue;
      } else if (nextByte === 0 || isStandalone(nextByte)) continue;
      input.pushBack(bytes.subarray(offset));
      if (offset > 0) yield bytes.subarray(0, offset);
      return;
    }
    yield bytes;
  }
}

/**
 * Streams a JPEG without the metadata of cameras and programs (place, time, device, names, previews) and without bytes
 * after its end. Keeps the orientation. If the structure is invalid, the rest of the content stays unchanged. Holds one
 * segment (64 kB) in memory.
 */
export async function* withoutJpegMetadata(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = createByteReader(content);
  if (!(await input.peek(2)).equals(Buffer.from([0xff, SOI]))) {
    yield* input.remainingChunks();
    return;
  }
  yield await input.take(2);
  for (;;) {
    const head = await input.peek(4);
    const [prefix, marker = 0] = head;
    if (prefix !== 0xff || marker === 0) {
      yield* input.remainingChunks();
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
    if (isStandalone(marker)) {
      yield await input.take(2);
      continue;
    }
    if (head.length < 4 || head.readUInt16BE(2) < 2) {
      yield* input.remainingChunks();
      return;
    }
    const segment = await input.take(2 + head.readUInt16BE(2));
    if (affectsDisplay(marker, segment)) yield segment;
    else if (marker === APP1 && contentStartsWith(segment, 'Exif\0\0')) {
      const orientation = orientationOf(segment.subarray(10));
      if (orientation !== null && orientation !== 1) yield orientationSegment(orientation);
    }
    if (marker === SOS) yield* imageData(input);
  }
}
