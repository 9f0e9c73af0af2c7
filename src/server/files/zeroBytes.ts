import type { ByteReader } from './formats/byteReader.ts';

/** Replaces the next `count` bytes by zeros, so that the positions of the following bytes do not change. */
export async function* zeroBytes(input: ByteReader, count: number): AsyncGenerator<Buffer> {
  for await (const bytes of input.takeChunks(count)) yield Buffer.alloc(bytes.length);
}
