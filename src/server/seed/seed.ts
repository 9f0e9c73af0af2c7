import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { seedCompany } from './company.ts';
import { seedDictionaries } from './dictionaries.ts';
import { seedMenus } from './menus.ts';

const SEED_LOCK = 4_271_009;

/** Loads what ships with the product and is missing. With several server processes on one database the first does it, the others wait. */
export async function seed(context: ServerContext): Promise<void> {
  if (context.settings.databaseUrl === null) return seedAll(context);
  await context.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${SEED_LOCK})`.execute(connection);
    try {
      await seedAll(context);
    } finally {
      await sql`select pg_advisory_unlock(${SEED_LOCK})`.execute(connection);
    }
  });
}

async function seedAll(context: ServerContext): Promise<void> {
  await seedCompany(context);
  await seedDictionaries(context);
  await seedMenus(context);
}
