/** The demo company that the servers of tests are copied from: made once for the same sources and day, and kept between runs. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder } from './cachedFolder.ts';
import { databaseOf, hasDatabase, removeOldTemplates, renameToTemplate } from './databases.ts';
import { sourcesKey } from './sources.ts';

/** Says in the folder which database belongs to it. */
const NOTE = 'database.txt';

export interface SeededTemplate {
  /** Folder with the files and, of the embedded store, the database. */
  folder: string;
  /** Name of the database on the server of `adminUrl`; empty on the embedded store. */
  database: string;
}

/**
 * `fill` starts a server on an empty store, which fills it, ends the server, and answers the address of its database.
 * `kind`: one word for each way to fill; `adminUrl`: the database server, null for the embedded store.
 */
export async function seededTemplate(
  kind: string,
  adminUrl: string | null,
  fill: (folder: string) => Promise<string | null>,
): Promise<SeededTemplate> {
  if (adminUrl === null)
    return {
      folder: await cachedFolder(`${kind}-embedded`, sourcesKey(), async (folder) => void (await fill(folder))),
      database: '',
    };
  const place = createHash('sha256').update(adminUrl).digest('hex').slice(0, 8);
  const make = async (): Promise<string> =>
    cachedFolder(`${kind}-postgres`, `${place}-${sourcesKey()}`, async (folder) => {
      await removeOldTemplates(adminUrl);
      const filled = await fill(folder);
      writeFileSync(join(folder, NOTE), await renameToTemplate(adminUrl, databaseOf(filled ?? '')));
    });
  const noted = (folder: string): string => readFileSync(join(folder, NOTE), 'utf8');
  let folder = await make();
  if (!(await hasDatabase(adminUrl, noted(folder)))) {
    // another database server at the same address: what was made on the former is put aside
    const aside = `${folder}-${process.pid}`;
    if (existsSync(folder)) renameSync(folder, aside);
    rmSync(aside, { recursive: true, force: true });
    folder = await make();
  }
  return { folder, database: noted(folder) };
}
