/**
 * Answers one seeded store for the whole run; every product starts from a copy: on PostgreSQL where TEST_DATABASE_URL
 * names a server, else on the embedded database.
 */
import { demoTemplate } from '../support/demoTemplate.ts';

export default async function setup(): Promise<void> {
  const { folder, database } = await demoTemplate(process.env.TEST_DATABASE_URL || null);
  process.env.E2E_TEMPLATE = folder;
  process.env.E2E_TEMPLATE_DATABASE = database;
}
