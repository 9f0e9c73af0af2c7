import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Copies what is in a folder, except the run files of a database. `cpSync` took a fifth of the start of a server. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (!entry.isDirectory()) copyFileSync(path, join(to, entry.name));
    else if (!path.endsWith('/pg/run')) copyFolder(path, join(to, entry.name));
  }
}
