import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markAllLoaded } from '../../src/server/seed/documents.ts';
import { LOADED_ONCE, markLoaded } from '../../src/server/seed/shipped.ts';
import { PASSWORD, STATE_FILE, startTestServer } from '../server/support.ts';
import { createDatabase } from './databases.ts';
import { storedState } from './keptHands.ts';
import { quickPasswords } from './quickPasswords.ts';
import { seededTemplate, type SeededTemplate } from './seededTemplate.ts';

/** The documents that tests of the store itself need: one form without relations. */
const FEW_SCHEMAS = [
  'areas.json',
  'business/entrustManagement/sampleDescription.json',
  'dictionaries',
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
 * It is marked as if all documents and records were loaded, so that no server on a copy loads them.
 */
export const smallTemplate = (): Promise<SeededTemplate> =>
  seededTemplate('small', null, async (folder) => {
    const schemasDir = mkdtempSync(join(tmpdir(), 'few-schemas-'));
    try {
      for (const path of FEW_SCHEMAS) cpSync(join('schemas', path), join(schemasDir, path), { recursive: true });
      const server = await startTestServer({ databaseUrl: null, schemasDir }, undefined, folder);
      const { db } = server.context;
      await markAllLoaded(db, 'schemas');
      await markLoaded(db, 'demo', 'records', LOADED_ONCE);
      writeFileSync(join(folder, STATE_FILE), JSON.stringify(await storedState(server.context)));
      await server.close();
      return null;
    } finally {
      rmSync(schemasDir, { recursive: true, force: true });
    }
  });
