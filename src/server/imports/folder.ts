import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder that has not been marked as in use (`markInUse`) for this long is unused. */
const UNUSED_AFTER_MS = 24 * 3_600_000;
const PREFIX = 'import-';

const importsFolderOf = (dataDir: string): string => join(dataDir, 'imports');

/** Creates a folder for an uploaded table. Tables wait on disk so that they do not take memory. */
export async function makeImportFolder(dataDir: string): Promise<string> {
  await mkdir(importsFolderOf(dataDir), { recursive: true, mode: 0o700 });
  return mkdtemp(join(importsFolderOf(dataDir), PREFIX));
}

/** Marks the folder as in use, for all servers that share this DATA_DIR. */
export const markInUse = (folder: string): Promise<void> => utimes(folder, new Date(), new Date());

/**
 * Removes folders that have been unused for a day, which servers left behind when they died. Several servers may do
 * this at once. Returns the number of removed folders.
 */
export async function sweepImports(dataDir: string, unusedAfterMs = UNUSED_AFTER_MS): Promise<number> {
  let removed = 0;
  for (const name of await readdir(importsFolderOf(dataDir)).catch(() => [])) {
    const folder = join(importsFolderOf(dataDir), name);
    const stats = name.startsWith(PREFIX) ? await stat(folder).catch(() => null) : null;
    if (!stats?.isDirectory() || Date.now() - stats.mtimeMs <= unusedAfterMs) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
