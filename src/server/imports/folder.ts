import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Time after which a folder is unused if it was not marked as in use (`markInUse`). */
const UNUSED_AFTER_MS = 24 * 3_600_000;
const PREFIX = 'import-';

const importsFolderOf = (dataDir: string): string => join(dataDir, 'imports');

/** Creates a folder for an uploaded table, which is kept on disk until its import. Returns the folder's path. */
export async function makeImportFolder(dataDir: string): Promise<string> {
  await mkdir(importsFolderOf(dataDir), { recursive: true, mode: 0o700 });
  return mkdtemp(join(importsFolderOf(dataDir), PREFIX));
}

/** Marks the folder as in use, for all servers that share this DATA_DIR. */
export const markInUse = (folder: string): Promise<void> => utimes(folder, new Date(), new Date());

/**
 * Removes folders that have been unused for a day, left by servers that stopped unexpectedly. Several servers may do
 * this at the same time. Returns the number of removed folders.
 */
export async function sweepImports(dataDir: string, unusedAfterMs = UNUSED_AFTER_MS): Promise<number> {
  let removedCount = 0;
  for (const name of await readdir(importsFolderOf(dataDir)).catch(() => [])) {
    const folder = join(importsFolderOf(dataDir), name);
    const stats = name.startsWith(PREFIX) ? await stat(folder).catch(() => null) : null;
    if (!stats?.isDirectory() || Date.now() - stats.mtimeMs <= unusedAfterMs) continue;
    await rm(folder, { recursive: true, force: true });
    removedCount += 1;
  }
  return removedCount;
}
