import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { joinChunks } from '../../../src/server/files/joinChunks.ts';
import { withoutGifComments } from '../../../src/server/files/formats/gif.ts';
import { withoutJpegMetadata } from '../../../src/server/files/formats/jpeg.ts';
import { createLocalStore } from '../../../src/server/files/fileStore.ts';

const hex = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part.replace(/ /g, ''), 'hex') : part)));

describe('a folder of files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'claimed-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is not claimed while the mark of its database cannot be read', async () => {
    // a folder in place of the mark cannot be read, whoever tries
    mkdirSync(join(folder, 'store-id'));
    await expect(createLocalStore(folder).claim('other')).rejects.toThrow('illegal operation on a directory, read');
    rmSync(join(folder, 'store-id'), { recursive: true });
    expect(await createLocalStore(folder).claim('own')).toBe(true);
    expect(await createLocalStore(folder).claim('other')).toBe(false);
  });
});

describe('content that comes in tiny pieces', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pieces-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const restarts = hex('ffd8', Buffer.alloc(400_000, hex('ffd0')), 'ffd9');
  const frame = hex(
    Buffer.from('GIF89a'),
    '0200 0200 00 00 00',
    '2c 0000 0000 0200 0200 00 02',
    Buffer.alloc(400_000, hex('0107')),
    '00 3b',
  );
  async function* whole(bytes: Buffer) {
    yield bytes;
  }

  it.each([
    ['a photograph of nothing but restarts', restarts, withoutJpegMetadata],
    ['a GIF in pieces of one byte', frame, withoutGifComments],
  ] as const)('is written in a few pieces: %s', async (_what, bytes, clean) => {
    const handle = await open(join(folder, 'handle'), 'w');
    await handle.close();
    const writes = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'write');
    const id = createHash('md5').update(bytes).digest('hex');
    expect(await createLocalStore(folder).write(id, clean(whole(bytes)))).toMatchObject({ size: bytes.length });
    expect(writes.mock.calls.length).toBeLessThan(10);
    writes.mockRestore();
    expect(readFileSync(join(folder, id.slice(-2), id)).equals(bytes)).toBe(true);
  });

  it('is gathered without loss; what is large goes on as it is', async () => {
    const sizes = async (given: number[]): Promise<number[]> => {
      const parts: Buffer[] = [];
      for await (const part of joinChunks(
        (async function* () {
          for (const size of given) yield Buffer.alloc(size, size);
        })(),
      ))
        parts.push(part);
      expect(Buffer.concat(parts).equals(Buffer.concat(given.map((size) => Buffer.alloc(size, size))))).toBe(true);
      return parts.map(({ length }) => length);
    };
    expect(await sizes([])).toEqual([]);
    expect(await sizes([0, 0])).toEqual([]);
    expect(await sizes([1, 2, 3])).toEqual([6]);
    expect(await sizes([200_000, 1, 65_535, 70_000, 5])).toEqual([200_000, 65_536, 70_000, 5]);
  });
});
