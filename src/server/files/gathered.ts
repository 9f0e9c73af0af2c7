/** Bytes that go to the disk at once. */
const ENOUGH = 64 * 1024;

/** The same bytes in pieces of some size, whatever pieces they come in. */
export async function* gathered(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    held.push(chunk);
    length += chunk.length;
    if (length < ENOUGH) continue;
    yield held.length === 1 ? chunk : Buffer.concat(held, length);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held, length);
}
