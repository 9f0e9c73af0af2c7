import { Migrator, type Kysely } from 'kysely';
import { migrations } from './migrations/list.ts';

/** Brings the database to the newest form. Several processes may start at once: the migrator takes a lock in the database. Throws what failed. */
export async function migrate<DB>(db: Kysely<DB>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
