import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD, STATE_FILE, startTestServer } from '../server/support.ts';
import { cachedFolder, hashOf } from './cachedFolder.ts';
import { createDatabase } from './databases.ts';
import { storedState } from './keptHands.ts';
import { quickPasswords } from './quickPasswords.ts';
import { seededTemplate, type SeededTemplate } from './seededTemplate.ts';

/** What the store's own tests need of the documents: the application for a seal, its process and what they refer to. */
const FEW_SCHEMAS = [
  'areas.json',
  'business/seals',
  'dictionaries',
  'flows/businessSealApply.bpmn',
  'platform/menu.json',
] as const;

/**
 * The demo company that the servers of server tests and the products of browser tests start from a copy of: seeded once
 * for the same sources. `adminUrl`: the database server; null: the embedded store.
 */
export const demoTemplate = (adminUrl: string | null): Promise<SeededTemplate> =>
  seededTemplate('demo', adminUrl, async (folder) => {
    const databaseUrl = adminUrl === null ? null : await createDatabase(adminUrl);
    const server = await startTestServer({ databaseUrl }, undefined, folder);
    writeFileSync(join(folder, STATE_FILE), JSON.stringify(await storedState(server.context)));
    await server.close();
    if (databaseUrl !== null) await quickPasswords(databaseUrl, PASSWORD);
    return databaseUrl;
  });

/**
 * The demo company with few documents on the embedded store, for the files that run there a second time (STORE_FILES).
 * `schemas`: the folder of these documents, which servers on a copy of the template have to be started with.
 */
export async function smallTemplate(): Promise<SeededTemplate & { schemas: string }> {
  const schemas = await cachedFolder('small-schemas', hashOf(['schemas']), async (folder) => {
    for (const path of FEW_SCHEMAS) cpSync(join('schemas', path), join(folder, path), { recursive: true });
  });
  const template = await seededTemplate('small', null, async (folder) => {
    const server = await startTestServer({ databaseUrl: null, schemasDir: schemas }, undefined, folder);
    writeFileSync(join(folder, STATE_FILE), JSON.stringify(await storedState(server.context)));
    await server.close();
    return null;
  });
  return { ...template, schemas };
}
