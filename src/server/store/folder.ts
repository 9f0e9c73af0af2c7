import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder and what is missing above it. `mkdirSync` with `recursive` never comes back where a file system
 * answers that a name which is to be made does not exist (/proc).
 */
export function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // some systems say that they cannot be written before they say that the folder is there
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
