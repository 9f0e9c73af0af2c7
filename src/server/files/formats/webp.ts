import { zeroBytes } from '../zeroBytes.ts';
import { createByteReader } from './byteReader.ts';
import { orientationOf, orientationTiff } from './exif.ts';

/** Chunks that affect the display. Other chunks may contain personal data. */
const DISPLAY_CHUNKS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ICCP']);
/** Size in bytes of the header of an animation frame. Further chunks follow the header. */
const FRAME_HEADER_BYTES = 16;
const XMP_FLAG = 0x04;
const MAX_EXIF_BYTES = 65_536;

/**
 * Streams a WebP without the metadata of cameras and programs (place, time, device, names) and without bytes after its
 * end. Keeps the orientation. Removed bytes become zeros, so that the sizes in the file stay valid. If the structure is
 * invalid, the rest of the content stays unchanged. Holds at most one Exif chunk (64 kB) in memory.
 */
export async function* withoutWebpMetadata(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = createByteReader(content);
  const head = await input.peek(12);
  if (head.length < 12 || head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WEBP') {
    yield* input.remainingChunks();
    return;
  }
  let remaining = head.readUInt32LE(4) - 4;
  yield await input.take(12);
  while (remaining >= 8) {
    const chunkHeader = Buffer.from(await input.peek(8));
    const name = chunkHeader.toString('latin1', 0, 4);
    if (chunkHeader.length < 8 || !/^[\x20-\x7e]{4}$/.test(name)) {
      yield* input.remainingChunks();
      return;
    }
    const size = chunkHeader.readUInt32LE(4);
    const paddedSize = size + (size % 2);
    await input.take(8);
    remaining -= 8 + (name === 'ANMF' ? FRAME_HEADER_BYTES : paddedSize);
    if (DISPLAY_CHUNKS.has(name)) {
      yield chunkHeader;
      yield* input.takeChunks(paddedSize);
      continue;
    }
    if (name === 'ANMF') {
      yield chunkHeader;
      yield* input.takeChunks(FRAME_HEADER_BYTES);
      continue;
    }
    if (name === 'VP8X' && size > 0) {
      yield chunkHeader;
      const flags = await input.take(1);
      yield Buffer.from(flags.map((byte) => byte & ~XMP_FLAG));
      yield* input.takeChunks(paddedSize - 1);
      continue;
    }
    const exif = name === 'EXIF' && size <= MAX_EXIF_BYTES ? await input.peek(size) : Buffer.alloc(0);
    // some programs write the name of the JPEG segment before the Exif data
    const orientation = orientationOf(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif);
    if (name !== 'EXIF') chunkHeader.write('JUNK', 0, 'latin1');
    yield chunkHeader;
    const orientationBytes = orientation !== null && paddedSize >= 26 ? orientationTiff(orientation) : Buffer.alloc(0);
    await input.take(orientationBytes.length);
    yield orientationBytes;
    yield* zeroBytes(input, paddedSize - orientationBytes.length);
  }
  await input.drain();
}
