import { statfsSync } from 'node:fs';

/** Two segments of the engine's log: with less it may be unable to open a database that is whole. */
const LEAST = 2 * 16 * 1024 * 1024;

/** Whether the disk of a folder is too full for the engine to work; a file system that does not say is not. */
export function hasNoRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST;
  } catch {
    return false;
  }
}
