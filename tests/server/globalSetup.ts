/** Answers one seeded database for the whole run; every test server starts from a copy (`startTestServer`). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storedState } from '../support/keptHands.ts';
import { quickPasswords } from '../support/quickPasswords.ts';
import { freshBuild } from '../support/serverCommand.ts';
import { seededTemplate } from '../support/seededTemplate.ts';
import { PASSWORD, STATE_FILE, startTestServer } from './support.ts';

export default async function setup(): Promise<void> {
  process.env['SERVER_BUILD'] = freshBuild() ?? '';
  const { folder, database } = await seededTemplate(
    'test-server',
    process.env['DATABASE_URL'] || null,
    async (into) => {
      const server = await startTestServer({}, undefined, into);
      writeFileSync(join(into, STATE_FILE), JSON.stringify(await storedState(server.context)));
      await server.close();
      if (server.databaseUrl !== null) await quickPasswords(server.databaseUrl, PASSWORD);
      return server.databaseUrl;
    },
  );
  process.env['SERVER_TEST_TEMPLATE'] = folder;
  process.env['SERVER_TEST_TEMPLATE_DATABASE'] = database;
}
