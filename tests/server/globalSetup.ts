/** Makes one seeded database for the whole run; every test server starts from a copy (`startTestServer`). */
import { rmSync } from 'node:fs';
import { startTestServer } from './support.ts';
import { databaseOf, dropDatabase } from './support/databases.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  await server.close();
  process.env['SERVER_TEST_TEMPLATE'] = server.dataDir;
  process.env['SERVER_TEST_TEMPLATE_DATABASE'] = server.databaseUrl ? databaseOf(server.databaseUrl) : '';
  return async () => {
    rmSync(server.dataDir, { recursive: true, force: true });
    if (server.databaseUrl) await dropDatabase(server.databaseUrl);
  };
}
