import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { seedAreas } from './areas.ts';
import { registerClaimedInvoices } from './claimedInvoices.ts';
import { seedComments } from './comments.ts';
import { seedCompany } from './company.ts';
import { seedDictionaries } from './dictionaries.ts';
import { seedDocuments, type BrokenDocument } from './documents.ts';
import { seedLetters } from './letters.ts';
import { seedMenus } from './menus.ts';
import { seedRecords } from './records.ts';
import { seedSharedFiles } from './sharedFiles.ts';

/** Number of the advisory lock that a process holds while it loads the data. */
const SEED_LOCK = 4_271_009;

/**
 * Loads the shipped data that is missing or outdated. Returns the documents with errors. If several server processes
 * use one database, the first one loads the data and the others wait.
 */
export async function seed(context: ServerContext): Promise<BrokenDocument[]> {
  if (context.settings.databaseUrl === null) return seedAll(context);
  return context.db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${SEED_LOCK})`.execute(connection);
    try {
      return await seedAll(context);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
      await sql`select pg_advisory_unlock(${SEED_LOCK})`.execute(connection);
    }
  });
}

async function seedAll(context: ServerContext): Promise<BrokenDocument[]> {
  await seedCompany(context);
  await seedAreas(context);
  await seedDictionaries(context);
  await seedMenus(context);
  const brokenDocuments = await seedDocuments(context);
  await seedRecords(context);
  await registerClaimedInvoices(context);
  await seedLetters(context);
  await seedComments(context);
  await seedSharedFiles(context);
  return brokenDocuments;
}
