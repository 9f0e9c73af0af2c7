import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';
import { makeFolder } from './makeFolder.ts';
import { migrations } from './migrations/list.ts';
import { isRestoreUnfinished } from './unfinishedRestore.ts';
import { OperatorError } from './operatorError.ts';

/** The error for a database that this version cannot use. The message is shown to the operator. */
export class UnsuitableStoreError extends OperatorError {
  override name = 'UnsuitableStoreError';
}

/**
 * Creates the folder for files and checks that it is writable, so that a fault appears now and not at the first upload.
 * Throws the error of the operating system.
 */
export function prepareFilesFolder(dataDir: string): void {
  const files = join(dataDir, 'files');
  makeFolder(files);
  accessSync(files, constants.W_OK);
}

/**
 * Checks the database before anything is written. Throws UnsuitableStoreError for an unfinished restore, a standby
 * server, an encoding other than UTF-8 (texts would be cut within a character), or a database of a newer version.
 */
export async function refuseIncompatibleDatabase(db: Kysely<Database>): Promise<void> {
  const {
    rows: [database],
  } = await sql<{
    encoding: string;
    is_standby: boolean;
    /** True if this product has already created tables in the database. */
    is_ours: boolean;
  }>`select current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_standby, to_regclass('kysely_migration') is not null as is_ours`.execute(
    db,
  );
  if (database?.is_standby) throw new UnsuitableStoreError('数据库是只读的备用库，未启动：DATABASE_URL 应指向主库。');
  if (database && database.encoding !== 'UTF8')
    throw new UnsuitableStoreError(
      `数据库的编码是 ${database.encoding}，未启动：请用 UTF8 编码创建数据库（create database … encoding 'UTF8'）。`,
    );
  if (await isRestoreUnfinished(db))
    throw new UnsuitableStoreError(
      '这里的恢复还没有完成（正在进行，或中途被打断），未启动：请等它完成；被打断的，请用同一备份再恢复一次，并加 --force。',
    );
  if (!database?.is_ours) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknownNames = rows.map(({ name }) => name).filter((name) => !(name in migrations));
  if (unknownNames.length > 0)
    throw new UnsuitableStoreError(
      `数据库来自更新的版本（${unknownNames.join('、')}），未启动：请用该版本或更新的版本，或恢复升级前的备份。`,
    );
}
