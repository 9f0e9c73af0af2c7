import { Migrator, type Kysely } from 'kysely';
import { migrations } from './migrations/list.ts';

/** Brings the database to the newest form. Several processes may start at once: the migrator takes a lock in the database. Throws what failed. */
export async function migrate<DB>(db: Kysely<DB>): Promise<string[]> {
  // areas add theirs independently: one that arrives later may have a name that sorts before one that has run
  const migrator = new Migrator({ db, allowUnorderedMigrations: true, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
