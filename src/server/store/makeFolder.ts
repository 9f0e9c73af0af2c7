import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the folder and its missing parents. It does not use `mkdirSync` with `recursive`, which never returns if
 * creating a folder fails with ENOENT, as in /proc.
 */
export function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // some systems report a read-only file system even if the folder exists
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
