import { statfsSync } from 'node:fs';

/** The size of two segments of the engine's log. With less free space it may be unable to open an intact database. */
const MIN_FREE_BYTES = 2 * 16 * 1024 * 1024;

/**
 * Checks whether the disk of a folder is too full for the engine. Returns false if the file system does not report its
 * free space.
 */
export function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
