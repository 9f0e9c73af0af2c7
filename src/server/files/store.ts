import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { gathered } from './gathered.ts';
import { filePlace } from './paths.ts';

export interface Stored {
  size: number;
  sha256: string;
}

/** Where the contents of files lie, by id. The local folder is one; an object store can be another. */
export interface FileStore {
  /** Keeps the content and answers once it would survive a power cut. Throws what the stream throws; then nothing is kept. */
  write(id: string, content: AsyncIterable<Buffer>): Promise<Stored>;
  read(id: string): Readable;
  remove(id: string): Promise<void>;
}

/** A folder of files named by their random ids, spread over 256 folders. Names and types given by people never reach the disk. */
export function createLocalStore(folder: string): FileStore {
  const pathOf = (id: string): string => join(folder, filePlace(id));
  return {
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
  };
}

/** The new name is durable only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
