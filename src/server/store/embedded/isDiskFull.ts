import { statfsSync } from 'node:fs';

/**
 * The size of two segments of the embedded database's write-ahead log (16 MB each). With less free space the database
 * may fail to open although it is intact.
 */
const MIN_FREE_BYTES = 2 * 16 * 1024 * 1024;

/**
 * Checks whether the disk of a folder is too full for the embedded database. Returns false if the file system does not
 * report its free space.
 */
export function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
