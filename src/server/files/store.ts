import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { gathered } from './gathered.ts';
import { filePlace } from './paths.ts';

export interface Stored {
  size: number;
  sha256: string;
}

/** Where the contents of files lie, by id: the local folder, or a bucket of an object store. */
export interface FileStore {
  /** Where that is, for whoever reads the log. */
  place: string;
  /** Keeps the content and answers once it would survive a power cut. Throws what the stream throws; then nothing is kept. */
  write(id: string, content: AsyncIterable<Buffer>): Promise<Stored>;
  read(id: string): Readable;
  remove(id: string): Promise<void>;
  /** How many bytes lie there; null where there is nothing. */
  sizeOf(id: string): Promise<number | null>;
  /** Everything that lies there, with when it was written (milliseconds of the epoch). */
  list(): AsyncIterable<{ id: string; modifiedAt: number }>;
  /** Whether the place carries this mark; one without any gets it. */
  claim(mark: string): Promise<boolean>;
  /** Takes the mark away: whichever database claims the place next owns it. */
  release(): Promise<void>;
  /** Removes what was begun before that moment and never finished. Answers how many. */
  sweepUnfinished(before: number): Promise<number>;
}

const ID = /^[0-9a-f]{32}$/;
const MARK = 'store-id';

/** A folder of files named by their random ids, spread over 256 folders. Names and types given by people never reach the disk. */
export function createLocalStore(folder: string): FileStore {
  const pathOf = (id: string): string => join(folder, filePlace(id));
  /** Names of one of the 256 folders with when they were written. */
  async function* named(): AsyncGenerator<{ path: string; name: string; modifiedAt: number }> {
    for (const place of await readdir(folder).catch(() => [])) {
      if (!/^[0-9a-f]{2}$/.test(place)) continue;
      for (const name of await readdir(join(folder, place))) {
        const path = join(folder, place, name);
        const found = await stat(path).catch(() => null);
        if (found?.isFile()) yield { path, name, modifiedAt: found.mtimeMs };
      }
    }
  }
  return {
    place: folder,
    async write(id, content) {
      const path = pathOf(id);
      const part = `${path}.part`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(part, 'wx', 0o600);
      const hash = createHash('sha256');
      let size = 0;
      try {
        // a picture may be made of pieces of two bytes: each would be a write
        for await (const chunk of gathered(content)) {
          hash.update(chunk);
          size += chunk.length;
          // one call may write less than it was given, just before the disk is full
          for (let written = 0; written < chunk.length;) written += (await file.write(chunk, written)).bytesWritten;
        }
        await file.sync();
      } catch (error) {
        await file.close();
        await rm(part, { force: true });
        throw error;
      }
      await file.close();
      await rename(part, path);
      await syncFolder(dirname(path));
      return { size, sha256: hash.digest('hex') };
    },
    read: (id) => createReadStream(pathOf(id)),
    remove: (id) => rm(pathOf(id), { force: true }),
    sizeOf: (id) =>
      stat(pathOf(id)).then(
        ({ size }) => size,
        () => null,
      ),
    async *list() {
      for await (const { name, modifiedAt } of named()) if (ID.test(name)) yield { id: name, modifiedAt };
    },
    async claim(mark) {
      const path = join(folder, MARK);
      const found = await readFile(path, 'utf8').catch(() => null);
      if (found !== null) return found === mark;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, mark, { mode: 0o600 });
      return true;
    },
    release: () => rm(join(folder, MARK), { force: true }),
    async sweepUnfinished(before) {
      let count = 0;
      for await (const { path, name, modifiedAt } of named()) {
        if (ID.test(name) || modifiedAt >= before) continue;
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    },
  };
}

/** The new name is durable only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
