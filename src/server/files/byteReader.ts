/** Bytes of a stream, taken by number. Where the stream ends too early there are fewer. */
export interface ByteReader {
  /** The next bytes, which stay where they are. */
  peek(count: number): Promise<Buffer>;
  take(count: number): Promise<Buffer>;
  /** Whatever is at hand; null at the end. */
  some(): Promise<Buffer | null>;
  /** Puts bytes in front again. */
  back(bytes: Buffer): void;
  /** The next `count` bytes, as they come. */
  part(count: number): AsyncGenerator<Buffer>;
  rest(): AsyncGenerator<Buffer>;
  /** Reads to the end and keeps nothing. */
  drain(): Promise<void>;
}

export function createByteReader(content: AsyncIterable<Buffer>): ByteReader {
  const iterator = content[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const fill = async (count: number): Promise<void> => {
    const parts = [held];
    let length = held.length;
    while (length < count) {
      const { done, value } = await iterator.next();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
    if (parts.length > 1) held = Buffer.concat(parts);
  };
  const some = async (): Promise<Buffer | null> => {
    await fill(1);
    const bytes = held;
    held = Buffer.alloc(0);
    return bytes.length > 0 ? bytes : null;
  };
  return {
    async peek(count) {
      await fill(count);
      return held.subarray(0, count);
    },
    async take(count) {
      await fill(count);
      const bytes = held.subarray(0, count);
      held = held.subarray(count);
      return bytes;
    },
    some,
    back: (bytes) => {
      held = held.length === 0 ? bytes : Buffer.concat([bytes, held]);
    },
    async *part(count) {
      for (let left = count; left > 0;) {
        const bytes = await some();
        if (!bytes) return;
        held = bytes.subarray(left);
        yield bytes.subarray(0, left);
        left -= bytes.length;
      }
    },
    async *rest() {
      for (let bytes = await some(); bytes; bytes = await some()) yield bytes;
    },
    async drain() {
      while (await some()) {
        /* nothing is kept */
      }
    },
  };
}
