import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { joinChunks } from './joinChunks.ts';
import { filePath } from './filePath.ts';

export interface StoredContent {
  size: number;
  sha256: string;
}

/** Stores the contents of files by id, in a local folder or in a bucket of an object store. */
export interface FileStore {
  /** Location of the store, for the log. */
  location: string;
  /** Stores a content durably. Throws errors of the stream, and stores nothing then. */
  write(id: string, content: AsyncIterable<Buffer>): Promise<StoredContent>;
  read(id: string): Readable;
  remove(id: string): Promise<void>;
  /** Returns the size of a content in bytes; null if there is none. */
  findSize(id: string): Promise<number | null>;
  /** Yields all contents, with the time at which they were written (epoch milliseconds). */
  list(): AsyncIterable<{ id: string; modifiedAt: number }>;
  /**
   * Claims the store for a database, unless another database has claimed it. `mark`: the random id of the database.
   * Returns whether the store belongs to this database.
   */
  claim(mark: string): Promise<boolean>;
  /** Removes the mark from the store, so that another database can claim the store. */
  release(): Promise<void>;
  /**
   * Removes unfinished uploads that began (in a bucket) or were last written (in a folder) before this time (epoch
   * milliseconds). Returns the number of removed uploads.
   */
  sweepUnfinished(before: number): Promise<number>;
}

const ID_PATTERN = /^[0-9a-f]{32}$/;
const MARK_FILE = 'store-id';

/**
 * Creates a file store in a local folder. Files are named by their random ids, in 256 subfolders. Names and types from
 * users are not used.
 */
export function createLocalStore(folder: string): FileStore {
  const pathOf = (id: string): string => join(folder, filePath(id));
  /** Yields all files in the 256 subfolders, with the time at which they were written. */
  async function* listFiles(): AsyncGenerator<{ path: string; name: string; modifiedAt: number }> {
    for (const subfolder of await readdir(folder).catch(() => [])) {
      if (!/^[0-9a-f]{2}$/.test(subfolder)) continue;
      for (const name of await readdir(join(folder, subfolder))) {
        const path = join(folder, subfolder, name);
        const stats = await stat(path).catch(() => null);
        if (stats?.isFile()) yield { path, name, modifiedAt: stats.mtimeMs };
      }
    }
  }
  return {
    location: folder,
    async write(id, content) {
      const path = pathOf(id);
      const partialPath = `${path}.part`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(partialPath, 'wx', 0o600);
      const hash = createHash('sha256');
      let size = 0;
      try {
        // join chunks: those of a picture may have only a few bytes, and each would be a separate write
        for await (const chunk of joinChunks(content)) {
          hash.update(chunk);
          size += chunk.length;
          // when the disk becomes full, a call may write only a part of the chunk
          for (let written = 0; written < chunk.length;) written += (await file.write(chunk, written)).bytesWritten;
        }
        await file.sync();
      } catch (error) {
        await file.close();
        await rm(partialPath, { force: true });
        throw error;
      }
      await file.close();
      await rename(partialPath, path);
      await syncFolder(dirname(path));
      return { size, sha256: hash.digest('hex') };
    },
    read: (id) => createReadStream(pathOf(id)),
    remove: (id) => rm(pathOf(id), { force: true }),
    findSize: (id) =>
      stat(pathOf(id)).then(
        ({ size }) => size,
        () => null,
      ),
    async *list() {
      for await (const { name, modifiedAt } of listFiles()) if (ID_PATTERN.test(name)) yield { id: name, modifiedAt };
    },
    async claim(mark) {
      const path = join(folder, MARK_FILE);
      // only a missing mark means that the store is free; a mark that cannot be read may be that of another database
      const storedMark = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (storedMark !== null) return storedMark === mark;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path, mark, { mode: 0o600 });
      return true;
    },
    release: () => rm(join(folder, MARK_FILE), { force: true }),
    async sweepUnfinished(before) {
      let count = 0;
      for await (const { path, name, modifiedAt } of listFiles()) {
        if (ID_PATTERN.test(name) || modifiedAt >= before) continue;
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    },
  };
}

/** Syncs a folder, so that a new entry in it is durable. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
