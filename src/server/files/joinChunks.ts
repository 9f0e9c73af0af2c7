/** Minimum size of the joined chunks; only the last one may be smaller. */
const CHUNK_BYTES = 64 * 1024;

/** Joins small chunks of a stream into larger ones. */
export async function* joinChunks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pendingChunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    pendingChunks.push(chunk);
    length += chunk.length;
    if (length < CHUNK_BYTES) continue;
    yield pendingChunks.length === 1 ? chunk : Buffer.concat(pendingChunks, length);
    pendingChunks = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(pendingChunks, length);
}
