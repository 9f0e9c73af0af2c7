/** Reads a stream by number of bytes. At the end of the stream fewer bytes may be returned. */
export interface ByteReader {
  /** Returns the next bytes without consuming them. */
  peek(count: number): Promise<Buffer>;
  /** Consumes and returns the next bytes. */
  take(count: number): Promise<Buffer>;
  /** Consumes and returns the next available bytes; null at the end of the stream. */
  nextChunk(): Promise<Buffer | null>;
  /** Puts bytes back at the front of the stream. */
  pushBack(bytes: Buffer): void;
  /** Consumes and yields the next `count` bytes, in the chunks of the stream. */
  takeChunks(count: number): AsyncGenerator<Buffer>;
  /** Consumes and yields all bytes up to the end of the stream. */
  remainingChunks(): AsyncGenerator<Buffer>;
  /** Reads to the end and discards the bytes. */
  drain(): Promise<void>;
}

export function createByteReader(content: AsyncIterable<Buffer>): ByteReader {
  const iterator = content[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  /** Reads from the stream until at least `count` bytes are buffered, or the stream ends. */
  const fill = async (count: number): Promise<void> => {
    const parts = [buffered];
    let length = buffered.length;
    while (length < count) {
      const { done, value } = await iterator.next();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
    if (parts.length > 1) buffered = Buffer.concat(parts);
  };
  const readAvailable = async (): Promise<Buffer | null> => {
    await fill(1);
    const bytes = buffered;
    buffered = Buffer.alloc(0);
    return bytes.length > 0 ? bytes : null;
  };
  return {
    async peek(count) {
      await fill(count);
      return buffered.subarray(0, count);
    },
    async take(count) {
      await fill(count);
      const bytes = buffered.subarray(0, count);
      buffered = buffered.subarray(count);
      return bytes;
    },
    nextChunk: readAvailable,
    pushBack: (bytes) => {
      buffered = buffered.length === 0 ? bytes : Buffer.concat([bytes, buffered]);
    },
    async *takeChunks(count) {
      for (let remaining = count; remaining > 0;) {
        const bytes = await readAvailable();
        if (!bytes) return;
        buffered = bytes.subarray(remaining);
        yield bytes.subarray(0, remaining);
        remaining -= bytes.length;
      }
    },
    async *remainingChunks() {
      for (let bytes = await readAvailable(); bytes; bytes = await readAvailable()) yield bytes;
    },
    async drain() {
      while (await readAvailable()) {
        /* discarded */
      }
    },
  };
}
