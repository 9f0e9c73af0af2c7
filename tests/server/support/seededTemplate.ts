/** The seeded demo company that test servers are copied from: made once for the same sources and day, and kept between runs. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder } from '../../support/cachedFolder.ts';
import { sourcesKey } from '../../support/sources.ts';
import { startTestServer } from '../support.ts';
import { databaseOf, hasDatabase, removeOldTemplates, renameToTemplate } from './databases.ts';

/** Says in the folder which database belongs to it. */
const NOTE = 'database.txt';

export interface SeededTemplate {
  /** Folder with the files and, of the embedded store, the database. */
  folder: string;
  /** Name of the database on the server of `adminUrl`; empty on the embedded store. */
  database: string;
}

export async function seededTemplate(adminUrl: string | null): Promise<SeededTemplate> {
  if (adminUrl === null)
    return {
      folder: await cachedFolder('test-server-embedded', sourcesKey(), async (folder) => void (await fill(folder))),
      database: '',
    };
  const place = createHash('sha256').update(adminUrl).digest('hex').slice(0, 8);
  const make = async (): Promise<string> =>
    cachedFolder('test-server-postgres', `${place}-${sourcesKey()}`, async (folder) => {
      await removeOldTemplates(adminUrl);
      const server = await fill(folder);
      writeFileSync(join(folder, NOTE), await renameToTemplate(adminUrl, databaseOf(server.databaseUrl ?? '')));
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

/** Starts a server on an empty store in this folder, which fills it, and ends the server. */
async function fill(dataDir: string): Promise<{ databaseUrl: string | null }> {
  const server = await startTestServer({}, undefined, dataDir);
  await server.close();
  return server;
}
