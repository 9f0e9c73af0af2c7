import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';
import { makeFolder } from './folder.ts';
import { migrations } from './migrations/list.ts';
import { isUnfinished } from './unfinished.ts';
import { OperatorError } from './operatorError.ts';

/** A database that this version cannot work on. The message is for people. */
export class UnsuitableStoreError extends OperatorError {
  override name = 'UnsuitableStoreError';
}

/** A folder that cannot be written would show with the first upload only. Throws the system's error. */
export function prepareFolder(dataDir: string): void {
  const files = join(dataDir, 'files');
  makeFolder(files);
  accessSync(files, constants.W_OK);
}

/** Before anything is written: a restore that is not through, a standby, another encoding (texts would be cut within a character), or what a newer version made. Throws UnsuitableStoreError. */
export async function refuseUnsuitable(db: Kysely<Database>): Promise<void> {
  const {
    rows: [about],
  } = await sql<{
    encoding: string;
    is_standby: boolean;
    is_ours: boolean;
  }>`select current_setting('server_encoding') as encoding, pg_is_in_recovery() as is_standby, to_regclass('kysely_migration') is not null as is_ours`.execute(
    db,
  );
  if (about?.is_standby) throw new UnsuitableStoreError('数据库是只读的备用库，未启动：DATABASE_URL 应指向主库。');
  if (about && about.encoding !== 'UTF8')
    throw new UnsuitableStoreError(
      `数据库的编码是 ${about.encoding}，未启动：请用 UTF8 编码创建数据库（create database … encoding 'UTF8'）。`,
    );
  if (await isUnfinished(db))
    throw new UnsuitableStoreError(
      '这里的恢复还没有完成（正在进行，或中途被打断），未启动：请等它完成；被打断的，请用同一备份再恢复一次，并加 --force。',
    );
  if (!about?.is_ours) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in migrations));
  if (unknown.length > 0)
    throw new UnsuitableStoreError(
      `数据库来自更新的版本（${unknown.join('、')}），未启动：请用该版本或更新的版本，或恢复升级前的备份。`,
    );
}
