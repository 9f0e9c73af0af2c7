/** Answers one seeded database for the whole run; every test server starts from a copy (`startTestServer`). */
import { seededTemplate } from './support/seededTemplate.ts';

export default async function setup(): Promise<void> {
  const { folder, database } = await seededTemplate(process.env['DATABASE_URL'] || null);
  process.env['SERVER_TEST_TEMPLATE'] = folder;
  process.env['SERVER_TEST_TEMPLATE_DATABASE'] = database;
}
