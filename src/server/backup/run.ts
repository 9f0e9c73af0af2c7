import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Migrator, sql } from 'kysely';
import { createVocabulary } from '../../kernel/index.ts';
import { fileStoreOf } from '../files/index.ts';
import { migrateOldRecords } from '../records/index.ts';
import type { Settings } from '../settings.ts';
import { APPLICATION, connectPatiently, type Store } from '../store/connect.ts';
import { migrate } from '../store/migrate.ts';
import { migrations } from '../store/migrations/list.ts';
import { hasNoRoom } from '../store/embedded/room.ts';
import { prepareFolder } from '../store/suitable.ts';
import { isUnfinished, markFinished, markUnfinished, UNFINISHED } from '../store/unfinished.ts';
import { definitions } from '../widgets.generated.ts';
import { dump } from './dump.ts';
import { BackupError, createBackup, removeStale, verifyBackup, type Counts, type Header } from './format.ts';
import { load } from './load.ts';

const ignore = (): void => undefined;
const open = (settings: Settings): Promise<Store> =>
  connectPatiently(settings, { onRestart: ignore, onFatal: ignore, onConnectionLost: ignore });
const filesOf = (settings: Settings): string => join(settings.dataDir, 'files');

/** Writes the database and the files of these settings into one file. The embedded database must not be in use; PostgreSQL may be. Refuses where none of the files is there, unless `isForced`. */
export async function backup(
  settings: Settings,
  path: string,
  isForced = false,
): Promise<Counts & { missing: string[] }> {
  if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'pg', 'data')))
    throw new BackupError(`${settings.dataDir} 中没有数据库`);
  const store = await open(settings);
  await removeStale(path);
  const out = createBackup(path);
  try {
    const {
      rows: [found],
    } = await sql<{ found: string | null }>`select to_regclass('kysely_migration')::text as found`.execute(store.db);
    if (typeof found?.found !== 'string') throw new BackupError('数据库是空的，没有可备份的内容');
    if (await isUnfinished(store.db)) throw new BackupError('这里的恢复还没有完成，未备份：其中没有完整的数据。');
    const { missing, ...counts } = await dump(store.db, fileStoreOf(settings), out);
    if (missing.length > 0 && counts.files === 0 && !isForced)
      throw new BackupError(
        `${fileStoreOf(settings).place} 中没有数据库所记的任何文件（共 ${missing.length} 个），未备份：请检查 ${settings.bucket === null ? 'DATA_DIR' : 'S3_ENDPOINT 和 S3_BUCKET'}。确认文件已不在时，请加 --force。`,
      );
    await out.finish(counts);
    return { ...counts, missing };
  } catch (error) {
    await out.abandon();
    throw error;
  } finally {
    await store.close();
  }
}

/** The backup's migrations must be the first of ours: an older version's, or this one's. */
function refuseUnknown({ migrations: done }: Header): void {
  const known = Object.keys(migrations).toSorted();
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new BackupError(`备份来自更新的版本（${unknown.join('、')}），请用该版本或更新的版本恢复`);
  if (done.some((name, index) => known[index] !== name)) throw new BackupError('备份的数据库版本与本版本不相容');
}

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

/** So long the connections of a server that has just ended may take to leave. */
const LEAVE_MS = 3_000;

/** A server that goes on over a store that is another one now would serve what it remembers of the former. */
async function refuseInUse({ db, isEmbedded }: Store): Promise<void> {
  if (isEmbedded) return;
  const others = async (): Promise<{ count: number; addresses: string } | undefined> =>
    (
      await sql<{ count: number; addresses: string }>`
    select count(*) as count, string_agg(distinct coalesce(host(client_addr), 'localhost'), '、') as addresses from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION} and pid <> pg_backend_pid()`.execute(db)
    ).rows[0];
  const until = performance.now() + LEAVE_MS;
  let other = await others();
  for (; other && other.count > 0 && performance.now() < until; other = await others()) await setTimeout(250);
  if (other && other.count > 0)
    throw new BackupError(
      `还有服务正在使用该数据库（来自 ${other.addresses} 的 ${other.count} 个连接），未恢复。请先停止全部服务。`,
    );
}

/** Only what is ours can lie in the schema of ours; other schemas of the database stay. */
async function clear({ db }: Store): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select c.oid::regclass::text as name from pg_class c where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> ${UNFINISHED}`.execute(
    db,
  );
  await db.transaction().execute(async (trx) => {
    for (const { name } of rows) await sql.raw(`drop table if exists ${name} cascade`).execute(trx);
    // those of an extension belong to whoever made it
    const functions = await sql<{
      name: string;
    }>`select p.oid::regprocedure::text as name from pg_proc p where pronamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(trx);
    for (const { name } of functions.rows) await sql.raw(`drop function if exists ${name} cascade`).execute(trx);
  });
}

/** Whether anything lies where these settings keep files. */
async function holdsFiles(settings: Settings): Promise<boolean> {
  if (settings.bucket === null) return existsSync(filesOf(settings)) && readdirSync(filesOf(settings)).length > 0;
  for await (const _first of fileStoreOf(settings).list()) return true;
  return false;
}

/** What stands there is put aside, never over. */
function putAside(folder: string): string | null {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return null;
  const aside = `${folder}.before-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`;
  renameSync(folder, aside);
  return aside;
}

export interface Restored {
  counts: Counts;
  header: Header;
  /** Where the former files lie, with `isForced`. */ aside: string | null;
  upgraded: string[];
}

/**
 * Fills the store of these settings from a backup of this or an older version, which is then upgraded. The whole backup
 * is read and checked before anything is touched. Refuses a store that holds something, unless `isForced`.
 */
export async function restore(settings: Settings, path: string, isForced: boolean): Promise<Restored> {
  const { header } = await verifyBackup(path);
  refuseUnknown(header);
  prepareFolder(settings.dataDir);
  const store = await open(settings);
  try {
    await refuseInUse(store);
    const hasFiles = await holdsFiles(settings);
    if (!isForced && (hasFiles || !(await isEmpty(store))))
      throw new BackupError('目标不是空的，未恢复。确认要用备份替换现有数据时，请加 --force。');
    const aside = await empty(store, settings);
    const restored = await fill(store, { settings, path, header, aside }).catch((error: unknown) => {
      throw unfinished(error, aside, settings.dataDir);
    });
    await markFinished(store.db);
    return restored;
  } finally {
    await store.close();
  }
}

/** Puts the former files aside and takes the former rows away, or nothing of it. Answers where the files are. */
async function empty(store: Store, settings: Settings): Promise<string | null> {
  const files = filesOf(settings);
  const wasUnfinished = await isUnfinished(store.db);
  await markUnfinished(store.db);
  let aside: string | null = null;
  try {
    // contents of a bucket stay: ids never come twice, and what no row names the sweep collects once the bucket is claimed anew
    if (settings.bucket === null) aside = putAside(files);
    else await fileStoreOf(settings).release();
    await clear(store);
    return aside;
  } catch (error) {
    if (aside !== null) renameSync(aside, files);
    if (!wasUnfinished) await markFinished(store.db);
    throw error;
  }
}

/** From here on the former content is gone: whoever reads this must know that the store is of no use. */
const unfinished = (error: unknown, aside: string | null, folder: string): BackupError =>
  new BackupError(
    `恢复未完成（${hasNoRoom(folder) ? '磁盘空间不足' : error instanceof Error ? error.message : String(error)}）。目标中现在没有可用的数据，请勿启动服务；排除原因后请用同一备份再恢复一次，并加 --force。${aside ? `原有文件在 ${aside}。` : ''}`,
  );

interface Filling {
  settings: Settings;
  path: string;
  header: Header;
  aside: string | null;
}

async function fill(store: Store, { settings, path, header, aside }: Filling): Promise<Restored> {
  const last = header.migrations.at(-1);
  if (last === undefined) throw new BackupError('备份文件不完整');
  const { error } = await new Migrator({
    db: store.db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  }).migrateTo(last);
  if (error) throw error;
  const counts = await load(store.db, path, header, fileStoreOf(settings));
  const upgraded = await migrate(store.db);
  await migrateOldRecords(store.db, createVocabulary(definitions));
  return { counts, header, aside, upgraded };
}
