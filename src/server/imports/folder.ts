import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Nobody works on a table this long without saying so (`sayInUse`). */
const GRACE_MS = 24 * 3_600_000;
const PREFIX = 'import-';

const placeOf = (dataDir: string): string => join(dataDir, 'imports');

/** A new folder in which an uploaded table lies while it is worked on: waiting files are no memory. */
export async function makeImportFolder(dataDir: string): Promise<string> {
  await mkdir(placeOf(dataDir), { recursive: true, mode: 0o700 });
  return mkdtemp(join(placeOf(dataDir), PREFIX));
}

/** Tells the other servers of this DATA_DIR that the folder is worked on. */
export const sayInUse = (folder: string): Promise<void> => utimes(folder, new Date(), new Date());

/**
 * Removes tables that nobody has worked on for a day: what imports left behind whose server died. Any number of servers
 * may do it at once. Answers how many were removed.
 */
export async function sweepImports(dataDir: string, graceMs = GRACE_MS): Promise<number> {
  let removed = 0;
  for (const name of await readdir(placeOf(dataDir)).catch(() => [])) {
    const folder = join(placeOf(dataDir), name);
    const found = name.startsWith(PREFIX) ? await stat(folder).catch(() => null) : null;
    if (!found?.isDirectory() || Date.now() - found.mtimeMs <= graceMs) continue;
    await rm(folder, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
