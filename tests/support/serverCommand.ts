import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const ENTRIES = { main: 'src/server/main.ts', backup: 'src/server/backup/main.ts' } as const;

/** Modification time of the newest file in a folder, in milliseconds. */
const newest = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((latest, entry) => {
    const path = join(folder, entry.name);
    return Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }, 0);

let fresh: boolean | null = null;

/** The folder of the built server where the build is not older than the sources, else null. */
export function freshBuild(): string | null {
  const folder = join(ROOT, 'dist', 'server');
  const built = join(folder, 'main.js');
  fresh ??= existsSync(built) && statSync(built).mtimeMs >= newest(join(ROOT, 'src'));
  return fresh ? folder : null;
}

/**
 * The arguments that start the server or its backup in a process of Node's: the build where it is not older than the
 * sources; else the sources, which are translated at each start.
 */
export function serverCommand(entry: keyof typeof ENTRIES): readonly [string, ...string[]] {
  const folder = freshBuild();
  return folder ? [join(folder, `${entry}.js`)] : ['--import', 'tsx', ENTRIES[entry]];
}
