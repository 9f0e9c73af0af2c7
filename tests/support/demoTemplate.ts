import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD, STATE_FILE, startTestServer } from '../server/support.ts';
import { createDatabase } from './databases.ts';
import { storedState } from './keptHands.ts';
import { quickPasswords } from './quickPasswords.ts';
import { seededTemplate, type SeededTemplate } from './seededTemplate.ts';

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
