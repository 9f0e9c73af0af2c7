import { Migrator, sql, type Kysely } from 'kysely';
import type { Settings } from '../settings.ts';
import { connectWithoutTimeout, type Store } from './connect.ts';
import { migrations } from './migrations/list.ts';

/**
 * Returns true if exactly the migrations of this version have run. This query replaces the check of Kysely's migrator,
 * which reads the whole catalogue of the database.
 */
async function hasAllMigrations<DB>(db: Kysely<DB>): Promise<boolean> {
  const {
    rows: [found],
  } = await sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`.execute(db);
  if (!found?.exists) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const names = Object.keys(migrations).sort();
  return (
    rows.length === names.length &&
    rows
      .map(({ name }) => name)
      .sort()
      .every((name, index) => name === names[index])
  );
}

/**
 * Runs all pending migrations and returns their names. Several processes may start at the same time, because the
 * migrator takes a lock in the database. Throws the error of a failed migration.
 */
export async function migrate<DB>(db: Kysely<DB>): Promise<string[]> {
  if (await hasAllMigrations(db)) return [];
  // migrations are added independently, so a later one may have a name that sorts before one that has run
  const migrator = new Migrator({
    db,
    allowUnorderedMigrations: true,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * Runs all pending migrations of a server's database. Uses connections without a time limit, because building indexes
 * or waiting for another server may take long.
 */
export async function migrateStore(store: Store, settings: Settings): Promise<string[]> {
  if (store.isEmbedded) return migrate(store.db);
  const ignore = (): void => undefined;
  const untimedStore = await connectWithoutTimeout(
    { ...settings, databasePool: 2 },
    { onRestart: ignore, onFatal: ignore, onConnectionLost: ignore },
  );
  try {
    return await migrate(untimedStore.db);
  } finally {
    await untimedStore.close();
  }
}
