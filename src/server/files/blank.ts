import type { ByteReader } from './byteReader.ts';

/** As many zeros as bytes are taken: what stood there is gone, and everything behind it stands where it stood. */
export async function* blank(input: ByteReader, count: number): AsyncGenerator<Buffer> {
  for await (const bytes of input.part(count)) yield Buffer.alloc(bytes.length);
}
