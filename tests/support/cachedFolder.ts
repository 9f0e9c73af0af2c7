/** Folders that are costly to make and always the same for the same sources: kept under the temporary folder between runs. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HOUR = 3_600_000;
/** One that no run has used for so long belongs to sources that nobody has any more. */
const KEPT_MS = 6 * HOUR;
const prefixOf = (kind: string): string => `${kind}-${process.getuid?.() ?? 0}-`;

/** A hash over files and folders: names and contents, in the order of their names. */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(path).isDirectory())
      for (const name of readdirSync(path).sort()) {
        add(join(path, name));
      }
    else hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  };
  paths.forEach(add);
  return hash.digest('hex').slice(0, 20);
}

/**
 * Answers the folder of this kind and key. `make` fills a new one, which takes its name when it is whole, so that runs at
 * the same time do not meet half of one; of two that make it at once the first stays.
 */
export async function cachedFolder(
  kind: string,
  key: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const prefix = prefixOf(kind);
  const folder = join(tmpdir(), prefix + key);
  if (!existsSync(folder)) {
    removeUnused(prefix);
    const made = mkdtempSync(`${join(tmpdir(), prefix)}making-`);
    await make(made);
    try {
      renameSync(made, folder);
    } catch (error) {
      rmSync(made, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const now = new Date();
  utimesSync(folder, now, now);
  return folder;
}

function removeUnused(prefix: string): void {
  for (const name of readdirSync(tmpdir()).filter((candidate) => candidate.startsWith(prefix))) {
    const path = join(tmpdir(), name);
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (modified !== undefined && modified < Date.now() - KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
