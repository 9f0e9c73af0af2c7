import { Migrator, type Kysely } from 'kysely';
import type { Settings } from '../settings.ts';
import { connectPatiently, type Store } from './connect.ts';
import { migrations } from './migrations/list.ts';

/** Brings the database to the newest form. Several processes may start at once: the migrator takes a lock in the database. Throws what failed. */
export async function migrate<DB>(db: Kysely<DB>): Promise<string[]> {
  // areas add theirs independently: one that arrives later may have a name that sorts before one that has run
  const migrator = new Migrator({
    db,
    allowUnorderedMigrations: true,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

/** The same for a store of a server: over connections that may take their time, to index what is there and to wait for a server that does it. */
export async function migrateStore(store: Store, settings: Settings): Promise<string[]> {
  if (store.isEmbedded) return migrate(store.db);
  const ignore = (): void => undefined;
  const patient = await connectPatiently(
    { ...settings, databasePool: 2 },
    { onRestart: ignore, onFatal: ignore, onConnectionLost: ignore },
  );
  try {
    return await migrate(patient.db);
  } finally {
    await patient.close();
  }
}
