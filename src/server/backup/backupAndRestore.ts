import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Migrator, sql } from 'kysely';
import { createVocabulary } from '../../kernel/index.ts';
import { fileStoreOf } from '../files/index.ts';
import { migrateOldRecords } from '../records/index.ts';
import type { Settings } from '../settings.ts';
import { APPLICATION_NAME, connectWithoutTimeout, type Store } from '../store/connect.ts';
import { migrate } from '../store/migrate.ts';
import { migrations } from '../store/migrations/list.ts';
import { isDiskFull } from '../store/embedded/isDiskFull.ts';
import { prepareFilesFolder } from '../store/refuseIncompatibleDatabase.ts';
import {
  isRestoreUnfinished,
  markRestoreFinished,
  markRestoreUnfinished,
  UNFINISHED_TABLE,
} from '../store/unfinishedRestore.ts';
import { definitions } from '../widgets.generated.ts';
import { dumpAll } from './dumpAll.ts';
import { BackupError, createBackup, removeStaleParts, verifyBackup, type Counts, type Header } from './backupFile.ts';
import { loadAll } from './loadAll.ts';

const ignore = (): void => undefined;
const openStore = (settings: Settings): Promise<Store> =>
  connectWithoutTimeout(settings, { onRestart: ignore, onFatal: ignore, onConnectionLost: ignore });
const filesFolderOf = (settings: Settings): string => join(settings.dataDir, 'files');

/**
 * Writes the database and the files of these settings into one file. The embedded database must not be in use;
 * PostgreSQL may be in use. Returns the counts and, in `missing`, the ids of the files whose content is not in the file
 * store. Throws BackupError if there is no database, if it is empty or its restore is unfinished, and, unless
 * `isForced`, if files are recorded and the contents of all of them are missing.
 */
export async function writeBackup(
  settings: Settings,
  path: string,
  isForced = false,
): Promise<Counts & { missing: string[] }> {
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'pg', 'data')))
    throw new BackupError(`${settings.dataDir} 中没有数据库`);
  const store = await openStore(settings);
  await removeStaleParts(path);
  const backup = createBackup(path);
  try {
    const {
      rows: [migrationTable],
    } = await sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`.execute(store.db);
    if (typeof migrationTable?.name !== 'string') throw new BackupError('数据库是空的，没有可备份的内容');
    if (await isRestoreUnfinished(store.db))
      throw new BackupError('这里的恢复还没有完成，未备份：其中没有完整的数据。');
    const { missing, ...counts } = await dumpAll(store.db, fileStoreOf(settings), backup);
    if (missing.length > 0 && counts.files === 0 && !isForced)
      throw new BackupError(
        `${fileStoreOf(settings).location} 中没有数据库所记的任何文件（共 ${missing.length} 个），未备份：请检查 ${settings.bucket === null ? 'DATA_DIR' : 'S3_ENDPOINT 和 S3_BUCKET'}。确认文件已不在时，请加 --force。`,
      );
    await backup.finish(counts);
    return { ...counts, missing };
  } catch (error) {
    await backup.abandon();
    throw error;
  } finally {
    await store.close();
  }
}

/**
 * Throws BackupError unless the backup's migrations are the first migrations of this version. Otherwise the backup
 * comes from a newer or a different version.
 */
function refuseOtherVersion({ migrations: backupMigrations }: Header): void {
  const knownNames = Object.keys(migrations).toSorted();
  const unknownNames = backupMigrations.filter((name) => !knownNames.includes(name));
  if (unknownNames.length > 0)
    throw new BackupError(`备份来自更新的版本（${unknownNames.join('、')}），请用该版本或更新的版本恢复`);
  if (backupMigrations.some((name, index) => knownNames[index] !== name))
    throw new BackupError('备份的数据库版本与本版本不相容');
}

/** Returns true if the product's schema contains no tables. */
async function isEmpty({ db }: Store): Promise<boolean> {
  const {
    rows: [count],
  } = await sql<{
    tables: number;
  }>`select count(*) as tables from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(
    db,
  );
  return count?.tables === 0;
}

/** How long to wait until the connections of a stopped server are closed. */
const DISCONNECT_WAIT_MS = 3_000;
const DISCONNECT_POLL_MS = 50;

/**
 * Throws BackupError if a server uses the database, because after the restore that server would continue to use cached
 * data from before the restore.
 */
async function refuseInUse({ db, isEmbedded }: Store, waitMs: number): Promise<void> {
  if (isEmbedded) return;
  const readConnections = async (): Promise<{ count: number; addresses: string } | undefined> =>
    (
      await sql<{ count: number; addresses: string }>`
    select count(*) as count, string_agg(distinct coalesce(host(client_addr), 'localhost'), '、') as addresses from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid()`.execute(
        db,
      )
    ).rows[0];
  const deadline = performance.now() + waitMs;
  let connections = await readConnections();
  while (connections && connections.count > 0 && performance.now() < deadline) {
    await setTimeout(DISCONNECT_POLL_MS);
    connections = await readConnections();
  }
  if (connections && connections.count > 0)
    throw new BackupError(
      `还有服务正在使用该数据库（来自 ${connections.addresses} 的 ${connections.count} 个连接），未恢复。请先停止全部服务。`,
    );
}

/**
 * Drops all tables and functions of the product's schema, except the table that marks an unfinished restore. Other
 * schemas of the database stay.
 */
async function clearSchema({ db }: Store): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select c.oid::regclass::text as name from pg_class c where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> ${UNFINISHED_TABLE}`.execute(
    db,
  );
  await db.transaction().execute(async (trx) => {
    for (const { name } of rows) await sql.raw(`drop table if exists ${name} cascade`).execute(trx);
    // functions of extensions stay
    const functions = await sql<{
      name: string;
    }>`select p.oid::regprocedure::text as name from pg_proc p where pronamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(trx);
    for (const { name } of functions.rows) await sql.raw(`drop function if exists ${name} cascade`).execute(trx);
  });
}

/** Returns true if the file store of these settings contains any file. */
async function hasStoredFiles(settings: Settings): Promise<boolean> {
  if (settings.bucket === null)
    return existsSync(filesFolderOf(settings)) && readdirSync(filesFolderOf(settings)).length > 0;
  for await (const _first of fileStoreOf(settings).list()) return true;
  return false;
}

/**
 * Renames a folder that is not empty to a name with the current second, followed by a number if that name exists.
 * Returns the new path; null if there was nothing to rename.
 */
function renameFolder(folder: string): string | null {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return null;
  const pathWithTime = `${folder}.before-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
  let newPath = pathWithTime;
  for (let suffix = 2; existsSync(newPath); suffix += 1) newPath = `${pathWithTime}-${suffix}`;
  renameSync(folder, newPath);
  return newPath;
}

export interface RestoreResult {
  counts: Counts;
  header: Header;
  /** The folder with the former files, if they were moved. */
  formerFilesFolder: string | null;
  /** The names of the migrations that were run after the backup was loaded; empty for a backup of this version. */
  appliedMigrations: string[];
}

/**
 * Restores a backup of this or an older version into the database and file store of these settings, and upgrades it.
 * The whole backup is verified before anything is changed. `disconnectWaitMs`: how long connections of a stopped server
 * may take to close. Throws BackupError without a change if the backup cannot be used, if a server uses the target, or,
 * unless `isForced`, if the target is not empty. Also throws BackupError if loading the backup fails after the target
 * was cleared (`unfinishedError`).
 */
export async function restore(
  settings: Settings,
  path: string,
  isForced: boolean,
  disconnectWaitMs = DISCONNECT_WAIT_MS,
): Promise<RestoreResult> {
  const { header } = await verifyBackup(path);
  refuseOtherVersion(header);
  prepareFilesFolder(settings.dataDir);
  const store = await openStore(settings);
  try {
    await refuseInUse(store, disconnectWaitMs);
    const hasFiles = await hasStoredFiles(settings);
    if (!isForced && (hasFiles || !(await isEmpty(store))))
      throw new BackupError('目标不是空的，未恢复。确认要用备份替换现有数据时，请加 --force。');
    const formerFilesFolder = await clearTarget(store, settings);
    const restored = await fillTarget(store, { settings, path, header, formerFilesFolder }).catch((error: unknown) => {
      throw unfinishedError(error, formerFilesFolder, settings.dataDir);
    });
    await markRestoreFinished(store.db);
    return restored;
  } finally {
    await store.close();
  }
}

/**
 * Moves the former files and removes the former tables; on failure both stay unchanged. Files in a bucket stay there;
 * the mark that assigns the bucket to the former database is removed. Returns the folder with the former files; null if
 * there were none, or if they are in a bucket.
 */
async function clearTarget(store: Store, settings: Settings): Promise<string | null> {
  const files = filesFolderOf(settings);
  const wasUnfinished = await isRestoreUnfinished(store.db);
  await markRestoreUnfinished(store.db);
  let formerFilesFolder: string | null = null;
  try {
    // objects in a bucket stay: ids are unique, and `sweepFiles` later removes objects to which nothing refers
    if (settings.bucket === null) formerFilesFolder = renameFolder(files);
    else await fileStoreOf(settings).release();
    await clearSchema(store);
    return formerFilesFolder;
  } catch (error) {
    if (formerFilesFolder !== null) renameSync(formerFilesFolder, files);
    if (!wasUnfinished) await markRestoreFinished(store.db);
    throw error;
  }
}

/**
 * Returns the error for a failure after the former data was removed. Its text must state that the target is unusable.
 */
function unfinishedError(error: unknown, formerFilesFolder: string | null, folder: string): BackupError {
  const message = error instanceof Error ? error.message : String(error);
  return new BackupError(
    `恢复未完成（${isDiskFull(folder) ? '磁盘空间不足' : message}）。目标中现在没有可用的数据，请勿启动服务；排除原因后请用同一备份再恢复一次，并加 --force。${formerFilesFolder ? `原有文件在 ${formerFilesFolder}。` : ''}`,
  );
}

interface FillOptions {
  settings: Settings;
  path: string;
  header: Header;
  formerFilesFolder: string | null;
}

/** Creates the tables of the backup's version, loads the backup into them, and upgrades them to this version. */
async function fillTarget(
  store: Store,
  { settings, path, header, formerFilesFolder }: FillOptions,
): Promise<RestoreResult> {
  const lastMigration = header.migrations.at(-1);
  if (lastMigration === undefined) throw new BackupError('备份文件不完整');
  const { error } = await new Migrator({
    db: store.db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  }).migrateTo(lastMigration);
  if (error) throw error;
  const counts = await loadAll(store.db, path, header, fileStoreOf(settings));
  const appliedMigrations = await migrate(store.db);
  await migrateOldRecords(store.db, createVocabulary(definitions));
  return { counts, header, formerFilesFolder, appliedMigrations };
}
