import { join } from 'node:path';

/** Where a file lies under the folder of uploads: 256 folders by the end of its random id. Throws on anything but an id. */
export function filePlace(id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new Error(`not a file id: ${id}`);
  return join(id.slice(-2), id);
}
