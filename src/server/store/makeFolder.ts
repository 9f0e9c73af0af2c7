import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the folder and its missing parents. `mkdirSync` with `recursive` never returns on a file system that reports
 * a name to be created as missing (/proc).
 */
export function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // some systems report that they are read-only before they report that the folder exists
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
