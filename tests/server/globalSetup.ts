/** Answers one seeded database for the whole run; every test server starts from a copy (`startTestServer`). */
import { seededTemplate } from '../support/seededTemplate.ts';
import { startTestServer } from './support.ts';

export default async function setup(): Promise<void> {
  const { folder, database } = await seededTemplate(
    'test-server',
    process.env['DATABASE_URL'] || null,
    async (into) => {
      const server = await startTestServer({}, undefined, into);
      await server.close();
      return server.databaseUrl;
    },
  );
  process.env['SERVER_TEST_TEMPLATE'] = folder;
  process.env['SERVER_TEST_TEMPLATE_DATABASE'] = database;
}
