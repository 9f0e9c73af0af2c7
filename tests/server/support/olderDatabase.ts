import { join } from 'node:path';
import { Migrator } from 'kysely';
import { verifyBackup } from '../../../src/server/backup/backupFile.ts';
import { loadAll } from '../../../src/server/backup/loadAll.ts';
import { createLocalStore } from '../../../src/server/files/fileStore.ts';
import { connectWithoutTimeout, type Store } from '../../../src/server/store/connect.ts';
import { migrations } from '../../../src/server/store/migrations/list.ts';
import type { Settings } from '../../../src/server/settings.ts';

/** Written by the last version that kept records as documents in one table: the demo company, approvals in every state, files. */
const OLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'server', 'schema-242.backup');
const ignore = (): void => undefined;

/** Makes an empty database what that version left behind, files included. The caller closes the store. */
export async function fillWithOlder(settings: Settings): Promise<Store> {
  const store = await connectWithoutTimeout(settings, { onRestart: ignore, onFatal: ignore, onConnectionLost: ignore });
  const { header } = await verifyBackup(OLDER);
  const { error } = await new Migrator({
    db: store.db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  }).migrateTo(header.migrations.at(-1) ?? '');
  if (error) throw error;
  await loadAll(store.db, OLDER, header, createLocalStore(join(settings.dataDir, 'files')));
  return store;
}
