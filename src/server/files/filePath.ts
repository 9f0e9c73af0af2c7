import { join } from 'node:path';

/**
 * Returns the path of a file below the folder of uploads: `<last two characters of the id>/<id>`, so that the files are
 * spread over 256 subfolders.
 * Throws if the argument is not an id.
 */
export function filePath(id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new Error(`not a file id: ${id}`);
  return join(id.slice(-2), id);
}
